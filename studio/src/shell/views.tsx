import { useRef } from "preact/hooks";
import { VIEWS, type View } from "../project/project.js";
import { answer, change, download, model, project, run, step, switchDemand, tried } from "../store.js";
import { LassoView } from "../views/lasso.js";
import { ProgressView } from "../views/progress.js";
import { WhatIf } from "../views/what-if.js";

const TITLES: Readonly<Record<View, string>> = {
  lasso: "Lasso",
  "what-if": "What if",
  progress: "Progress",
};

/** A closer look at the property that is selected. */
export function Views() {
  const tabs = useRef<HTMLDivElement>(null);
  const { view } = project.value;
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const next = (VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length;
    change({ view: VIEWS[next]! });
    tabs.current?.querySelectorAll<HTMLButtonElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div class="views">
      <Notes />
      <div class="tabs" role="tablist" aria-label="Views" ref={tabs} onKeyDown={move}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === view}
            aria-controls="view"
            tabIndex={name === view ? 0 : -1}
            onClick={() => change({ view: name })}
          >
            {TITLES[name]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by the keyboard too */}
      <div class="view" id="view" role="tabpanel" aria-labelledby={`tab-${view}`} tabIndex={0}>
        <Shown view={view} />
      </div>
    </div>
  );
}

function Shown({ view }: { view: View }) {
  switch (view) {
    case "lasso":
      return <Lasso />;
    case "what-if":
      return (
        <WhatIf
          properties={model.value?.properties ?? []}
          demands={model.value?.demands ?? []}
          off={project.value.off}
          tried={tried.value}
          onSwitch={switchDemand}
        />
      );
    case "progress":
      return <ProgressView progress={run.value?.askings.get(project.value.property)?.progress ?? new Map()} />;
  }
}

function Lasso() {
  const shown = answer.value;
  if (shown === null) return <p class="faint">No answer yet.</p>;
  if (shown.trace === null) return <p class="faint">This answer has no behaviour to show.</p>;
  return (
    <LassoView
      trace={shown.trace}
      reasons={shown.reasons}
      step={step.value}
      onStep={(k) => {
        step.value = k;
      }}
      downloads={["vcd", "json", "svg", "png"]}
      onDownload={download}
    />
  );
}

/** What one should know beside the answer. */
function Notes() {
  const shown = answer.value;
  if (shown === null || shown.notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes">
      {shown.notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
