import bddUrl from "fairlead/wasm/bdd.wasm?url";
import satUrl from "fairlead/wasm/sat.wasm?url";

let loading: Promise<{ readonly bdd: WebAssembly.Module; readonly sat: WebAssembly.Module }> | undefined;

/** The kernels, loaded once. */
export function kernels(): NonNullable<typeof loading> {
  loading ??= Promise.all([compiled(bddUrl), compiled(satUrl)]).then(([bdd, sat]) => ({ bdd, sat }));
  return loading;
}

/** Servers that do not know the type of the files are many: they are not compiled while they come. */
async function compiled(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}
