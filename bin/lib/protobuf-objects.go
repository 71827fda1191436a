// Prints objects of the built-in kinds as Go writes them, in protobuf (base64) and in JSON: test data that
// bin/record-protobuf records. Takes the file with the recorded kinds. Each kind comes filled and empty.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

// Beyond this depth pointers, lists and maps stay empty.
const deepest = 6

// Counts the values, so that each is another one.
var n int

func fill(v reflect.Value, depth int) {
	n++
	switch x := v.Addr().Interface().(type) {
	case *metav1.Time:
		*x = metav1.NewTime(time.Unix(1700000000+int64(n), 0))
		return
	case *metav1.MicroTime:
		*x = metav1.NewMicroTime(time.Unix(1700000000+int64(n), int64(n)*1000))
		return
	case *resource.Quantity:
		*x = resource.MustParse(fmt.Sprintf("%dm", n))
		return
	case *intstr.IntOrString:
		if n%2 == 0 {
			*x = intstr.FromInt32(int32(n))
		} else {
			*x = intstr.FromString(fmt.Sprintf("%d%%", n%100))
		}
		return
	case *metav1.FieldsV1:
		x.Raw = []byte(`{"f:a":{}}`)
		return
	case *runtime.RawExtension:
		x.Raw = []byte(`{"any":{"n":1}}`)
		return
	case *metav1.TypeMeta:
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if depth > deepest {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		// Every third pointer to a scalar points to its zero value, which must stay.
		if k := v.Type().Elem().Kind(); n%3 == 0 && (k == reflect.Int32 || k == reflect.Int64 || k == reflect.Bool || k == reflect.String) {
			return
		}
		fill(v.Elem(), depth+1)
	case reflect.String:
		v.SetString(fmt.Sprintf("s%d", n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
		if n%5 == 0 {
			v.SetInt(-int64(n))
		}
	case reflect.Float64:
		v.SetFloat(float64(n) + 0.5)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte{byte(n), 0, 255})
			return
		}
		if depth > deepest {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 1+n%2, 1+n%2))
		for i := 0; i < v.Len(); i++ {
			fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		if depth > deepest {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		key := reflect.New(v.Type().Key()).Elem()
		key.SetString(fmt.Sprintf("k%d", n))
		value := reflect.New(v.Type().Elem()).Elem()
		fill(value, depth+1)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth+1)
			}
		}
	}
}

func main() {
	wanted := map[string]bool{}
	file, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(string(file), "\n") {
		c := strings.Split(line, "\t")
		if c[0] == "kind" {
			wanted[c[1]+" "+c[2]] = true
		}
	}
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	kinds := []schema.GroupVersionKind{}
	for kind := range scheme.Scheme.AllKnownTypes() {
		if wanted[kind.GroupVersion().String()+" "+kind.Kind] {
			kinds = append(kinds, kind)
		}
	}
	sort.Slice(kinds, func(i, j int) bool { return kinds[i].String() < kinds[j].String() })
	for _, gvk := range kinds {
		for _, full := range []bool{true, false} {
			object, err := scheme.Scheme.New(gvk)
			if err != nil {
				panic(err)
			}
			if full {
				n = 0
				fill(reflect.ValueOf(object).Elem(), 0)
			}
			object.GetObjectKind().SetGroupVersionKind(gvk)
			var buffer bytes.Buffer
			if err := serializer.Encode(object, &buffer); err != nil {
				panic(gvk.String() + ": " + err.Error())
			}
			text, err := json.Marshal(object)
			if err != nil {
				panic(gvk.String() + ": " + err.Error())
			}
			fmt.Printf("%s\t%s\n", base64.StdEncoding.EncodeToString(buffer.Bytes()), text)
		}
	}
}
