import { useRef } from "preact/hooks";
import { save } from "../files.js";
import { isProgram, VIEWS, type View } from "../project/project.js";
import { proof, tamper } from "../proofs.js";
import { answer, change, download, model, project, run, step, switchDemand, tried } from "../store.js";
import { LassoView } from "../views/lasso.js";
import { lazy } from "./lazy.js";

const ProgressView = lazy(async () => (await import("../views/progress.js")).ProgressView);
const Algorithms = lazy(async () => (await import("./algorithms.js")).Algorithms);
const WhatIf = lazy(async () => (await import("../views/what-if.js")).WhatIf);
const ProofView = lazy(async () => (await import("../views/proof.js")).ProofView);

const TITLES: Readonly<Record<View, string>> = {
  lasso: "Lasso",
  proof: "Proof",
  "what-if": "What if",
  algorithm: "Algorithms",
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
    case "proof":
      return <Proof />;
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
    case "algorithm":
      return <Algorithms />;
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
      downloads={[shown.witness === null ? "itf" : "witness", "vcd", "json", "svg", "png"]}
      onDownload={download}
    />
  );
}

function Proof() {
  const shown = answer.value;
  if (shown === null) return <p class="faint">No answer yet.</p>;
  if (shown.proof === null) return <p class="faint">This answer has no proof to show{whyNone()}.</p>;
  const { walk, check, at, problem, tampered } = proof.value;
  if (problem !== null) return <p class="problem">{problem}</p>;
  if (walk === null) return <p class="faint">Reading the proof…</p>;
  return (
    <ProofView
      walk={walk}
      check={check}
      at={at}
      tampered={tampered}
      onTamper={tamper}
      onDownload={() => save(new Blob([shown.proof!], { type: "text/plain" }), "proof.aag")}
    />
  );
}

/** Visits of states leave nothing that others could check. */
const whyNone = (): string => (isProgram(project.value.file) ? ": not every answer about a program has one" : "");

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
