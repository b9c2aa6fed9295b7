import { useSignal } from "@preact/signals";
import { isProgram } from "../project/project.js";
import { change, engineList, isOld, model, project, reading, run, select, start, stop } from "../store.js";
import { Verdicts } from "../views/verdicts.js";
import { Views } from "./views.js";

/** How it is asked, the answers, and a closer look at one of them. */
export function ResultPanel() {
  const isRunning = run.value?.state === "running";
  const { file, skipped, property } = project.value;
  const known = model.value?.properties ?? [];
  // The one that a link names is shown before it is known which there are.
  const { engine } = project.value;
  const named = { name: engine, summary: "" };
  const isListed = engine === "auto" || engineList.value.some(({ name }) => name === engine);
  const engines = isListed ? engineList.value : [...engineList.value, named];
  return (
    <section class="panel results" aria-label="Answers">
      <div class="bar">
        {isRunning ? (
          <button type="button" class="main" onClick={stop}>
            Stop
          </button>
        ) : (
          <button type="button" class="main" onClick={() => void start()}>
            {isProgram(file) ? "Run the program and check" : "Check"}
          </button>
        )}
        <label>
          <span>Engine</span>
          <select
            value={project.value.engine}
            onChange={({ currentTarget }) => change({ engine: currentTarget.value })}
          >
            <option value="auto">auto</option>
            {engines.map(({ name, summary }) => (
              <option key={name} value={name} title={summary}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <NumberField label="Seconds" value={project.value.seconds} max={86_400} name="seconds" />
        <NumberField label="MB" value={project.value.megabytes} max={65_536} name="megabytes" />
      </div>
      {run.value?.problem && (
        <p class="problem" role="alert">
          {run.value.problem.message}
        </p>
      )}
      {isOld.value && <p class="faint">The text has changed since these answers were given.</p>}
      {known.length === 0 && reading.value.state === "not run" && (
        <p class="faint">
          {isProgram(file)
            ? "What a program asks is known when it has run, in a worker of its own."
            : "Yosys, which reads Verilog, is loaded for the check: some 38 MB."}
        </p>
      )}
      <Verdicts
        properties={known}
        askings={run.value?.askings ?? new Map()}
        skipped={skipped}
        selected={property}
        onSelect={select}
        onSkip={(k, isSkipped) =>
          change({ skipped: isSkipped ? [...skipped, k] : skipped.filter((other) => other !== k) })
        }
      />
      <Views />
    </section>
  );
}

function NumberField(props: { label: string; value: number; max: number; name: "seconds" | "megabytes" }) {
  /** What is being typed, which may not be a number yet. */
  const draft = useSignal<string | null>(null);
  return (
    <label>
      <span>{props.label}</span>
      <input
        type="number"
        min={props.name === "seconds" ? 1 : 16}
        max={props.max}
        value={draft.value ?? props.value}
        onInput={({ currentTarget: { value, validity, valueAsNumber } }) => {
          draft.value = value;
          if (validity.valid && value !== "") change({ [props.name]: valueAsNumber });
        }}
        onBlur={() => {
          draft.value = null;
        }}
      />
    </label>
  );
}
