import { render } from "preact";
import "./style.css";
import { App } from "./shell/app.js";

render(<App />, document.getElementById("app")!);
