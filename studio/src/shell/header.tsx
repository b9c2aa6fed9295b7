import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Example, examples, projectOf } from "../gallery.js";
import { announcement, link, open, project } from "../store.js";

export function Header() {
  const chosen = examples.find(({ file }) => file === project.value.file);
  return (
    <header class="header">
      <h1>
        Fairlead <span>Studio</span>
      </h1>
      <label class="gallery">
        <span>Example</span>
        <select
          value={chosen?.file ?? ""}
          onChange={({ currentTarget }) => {
            const example = examples.find(({ file }) => file === currentTarget.value);
            if (example !== undefined) void show(example);
          }}
        >
          <option value="" disabled>
            choose one…
          </option>
          {examples.map(({ file, title }) => (
            <option key={file} value={file}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <p class="lesson">{chosen?.lesson}</p>
      <div class="tools">
        <button type="button" onClick={share}>
          Copy link
        </button>
        <Theme />
      </div>
    </header>
  );
}

async function show(example: Example): Promise<void> {
  try {
    open(await projectOf(example));
  } catch {
    announcement.value = "This example cannot be loaded: is the server gone?";
  }
}

async function share(): Promise<void> {
  const address = await link();
  if (address === null) {
    announcement.value = "The text is too long for a link: send the file.";
    return;
  }
  try {
    await navigator.clipboard.writeText(address);
    announcement.value = "The link is on the clipboard. It has the whole model in it.";
  } catch {
    announcement.value = "The link is in the address bar.";
  }
}

const THEMES = ["auto", "light", "dark"] as const;

function Theme() {
  const theme = useSignal<string>(localStorage.getItem("theme") ?? "auto");
  useEffect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem("theme", theme.value);
  }, [theme.value]);
  return (
    <label>
      <span class="hidden">Colours</span>
      <select
        value={theme.value}
        onChange={({ currentTarget }) => {
          theme.value = currentTarget.value;
        }}
      >
        {THEMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
