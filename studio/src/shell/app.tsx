import { useSignal } from "@preact/signals";
import { announcement, openFile } from "../store.js";
import { Header } from "./header.js";
import { ModelPanel } from "./model-panel.js";
import { ResultPanel } from "./result-panel.js";

export function App() {
  const isOver = useSignal(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openFile(file);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    isOver.value = true;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by a button as well
    <div
      class={isOver.value ? "page over" : "page"}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => {
        isOver.value = false;
      }}
    >
      <Header />
      <main class="panels">
        <ModelPanel />
        <ResultPanel />
      </main>
      <p class="announcement" role="status">
        {announcement}
      </p>
    </div>
  );
}
