package dev.controllerruntime.cache;

import dev.controllerruntime.api.Internal;
import dev.controllerruntime.api.Kind;
import dev.controllerruntime.api.ObjectKey;
import dev.controllerruntime.api.ObjectMetadata;
import dev.controllerruntime.client.ListOption;
import java.util.List;
import java.util.Map;

/**
 * What one informer has been told by the server, and has told its handlers: own writes that the
 * watch has not delivered are not in it. A test compares it with a fresh list, where bookmarks come
 * too seldom to say that nothing is on its way.
 *
 * @param kind the kind, metadata alone
 * @param scope namespace and selectors of its list and watch
 * @param present whether the server has the kind, as far as is known
 * @param versions the resource version of each object, ordered by key
 * @since 0.1.0
 */
@Internal
public record CacheContent(
    Kind<ObjectMetadata> kind,
    List<ListOption> scope,
    boolean present,
    Map<ObjectKey, String> versions) {}
