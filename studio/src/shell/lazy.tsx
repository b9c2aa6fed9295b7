import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";

/** A view whose script is loaded when it is first shown. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let loaded: ComponentType<P> | null = null;
  return (props: P) => {
    const state = useSignal<"loading" | "here" | "gone">(loaded === null ? "loading" : "here");
    useEffect(() => {
      loading ??= load();
      loading.then(
        (view) => {
          loaded = view;
          state.value = "here";
        },
        () => {
          loading = undefined;
          state.value = "gone";
        },
      );
    }, []);
    if (state.value === "gone") return <p class="problem">This view cannot be loaded: is the server gone?</p>;
    if (loaded === null) return <p class="faint">Loading…</p>;
    const View = loaded;
    return <View {...props} />;
  };
}
