declare module "fairlead/wasm/*" {
  const url: string;
  export default url;
}
