// Prints how the built-in kinds are written as protobuf: what bin/record-protobuf records.
// The tags of the Go types tell it together with the JSON names; the .proto files lack those.
package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/client-go/kubernetes/scheme"
)

// Types whose JSON is not the JSON of their protobuf fields.
var special = map[string]string{
	"apimachinery/pkg/apis/meta/v1.Time":       "time",
	"apimachinery/pkg/apis/meta/v1.MicroTime":  "microtime",
	"apimachinery/pkg/apis/meta/v1.FieldsV1":   "json",
	"apimachinery/pkg/runtime.RawExtension":    "json",
	"apimachinery/pkg/api/resource.Quantity":   "quantity",
	"apimachinery/pkg/util/intstr.IntOrString": "intorstring",
}

var messages = map[string][]string{}

func name(t reflect.Type) string {
	return strings.TrimPrefix(t.PkgPath(), "k8s.io/") + "." + t.Name()
}

func marshals(t reflect.Type) bool {
	_, is := reflect.PointerTo(t).MethodByName("MarshalToSizedBuffer")
	return is
}

func marshalsItsJSON(t reflect.Type) bool {
	_, is := reflect.PointerTo(t).MethodByName("MarshalJSON")
	return is
}

// form tells how one value is written and read; messages are walked on the way.
func form(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		return form(t.Elem())
	}
	if known, is := special[name(t)]; is {
		return known
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Float64:
		return "double"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		if marshals(t) && t.Elem().Kind() == reflect.String {
			return "strings"
		}
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return "map:" + form(t.Elem())
		}
	case reflect.Struct:
		if marshalsItsJSON(t) {
			fail("%s writes its own JSON: tell in 'special' how", name(t))
		}
		walk(t)
		return name(t)
	}
	fail("no form for %s", t)
	return ""
}

func walk(t reflect.Type) {
	if _, seen := messages[name(t)]; seen {
		return
	}
	messages[name(t)] = []string{}
	lines := []string{}
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		tag := strings.Split(field.Tag.Get("protobuf"), ",")
		json := strings.Split(field.Tag.Get("json"), ",")
		if len(tag) < 3 || json[0] == "-" {
			continue
		}
		of := field.Type
		how := "one"
		if of.Kind() == reflect.Slice && !marshals(of) && of.Elem().Kind() != reflect.Uint8 {
			how = "many"
			of = of.Elem()
		} else if strings.Contains(field.Tag.Get("json"), ",inline") {
			how = "inline"
		} else if of.Kind() != reflect.Pointer && strings.Contains(field.Tag.Get("json"), ",omitempty") {
			how = "unlessempty"
		}
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s", tag[1], json[0], how, form(of)))
	}
	messages[name(t)] = lines
}

func fail(text string, args ...any) {
	fmt.Fprintf(os.Stderr, text+"\n", args...)
	os.Exit(1)
}

func main() {
	kinds := []string{}
	for gvk, t := range scheme.Scheme.AllKnownTypes() {
		// Of the kinds that every group version has, only DeleteOptions come in a request's body.
		shared := strings.HasPrefix(t.PkgPath(), "k8s.io/apimachinery/")
		options := gvk.Kind == "DeleteOptions" && gvk.GroupVersion().String() == "v1"
		if gvk.Version == "__internal" || strings.HasSuffix(gvk.Kind, "List") || shared && !options {
			continue
		}
		if !marshals(t) {
			fail("%s has no protobuf form", gvk)
		}
		kinds = append(kinds, fmt.Sprintf("kind\t%s\t%s\t%s", gvk.GroupVersion(), gvk.Kind, form(t)))
	}
	sort.Strings(kinds)
	for _, line := range kinds {
		fmt.Println(line)
	}
	names := []string{}
	for name := range messages {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Println("message\t" + name)
		for _, line := range messages[name] {
			fmt.Println(line)
		}
	}
}
