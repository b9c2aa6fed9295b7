import { useSignal } from "@preact/signals";
import type { ProofCheck, ProofStep, ProofWalk } from "fairlead";
import { useEffect } from "preact/hooks";
import type { Tampering } from "../check/protocol.js";
import { GraphView } from "./graph.js";
import { LassoView } from "./lasso.js";

interface ProofProps {
  readonly walk: ProofWalk;
  /** Null while it is being checked. */
  readonly check: ProofCheck | null;
  /** The step that is being checked. */
  readonly at: number;
  readonly tampered?: Tampering | null;
  /** Absent: the proof is shown, and that is all. */
  onTamper?(tampered: Tampering | null): void;
  onDownload?(): void;
}

/** Colours of regions, after which they come again. */
const REGIONS = 8;

/** A proof step by step: what each says, why, whether it checks, and the states that it is about. */
export function ProofView({ walk, check, at, tampered, onTamper, onDownload }: ProofProps) {
  const selected = useSignal<number | null>(null);
  useEffect(() => {
    selected.value = null;
  }, [walk]);
  const chosen = walk.steps.find(({ number }) => number === selected.value) ?? null;
  const states = chosen?.states && new Set(chosen.states);
  const lookOf = (s: number) => {
    if (states) return { look: states.has(s) ? "in" : "out" };
    const by = walk.excluded?.[s] ?? null;
    return by === null ? { look: "left" } : { look: `region-${by % REGIONS}`, text: `${by}` };
  };
  return (
    <div class="proof">
      <p role="status">{summary(check, walk)}</p>
      {onDownload && (
        <div class="bar">
          <button type="button" onClick={onDownload}>
            Download the proof
          </button>
          {tampered && onTamper && (
            <button type="button" onClick={() => onTamper(null)}>
              As it was
            </button>
          )}
        </div>
      )}
      <ol class="steps" aria-label="Steps of the proof">
        {walk.steps.map((step) => (
          <li key={step.number} data-rule={step.rule} data-state={stateOf(step, check, at)}>
            <button
              type="button"
              class="plain"
              aria-pressed={step.number === selected.value}
              onClick={() => {
                selected.value = step.number === selected.value ? null : step.number;
              }}
            >
              <span class="number">{step.number}</span>
              <span class="mark" aria-hidden="true">
                {MARKS[stateOf(step, check, at)]}
              </span>
              <span class="hidden">{stateOf(step, check, at)}: </span>
              <span>
                <span class={tampered?.step === step.number ? `says ${tampered.how}` : "says"}>{step.says}</span>
                <span class="because">{step.because}</span>
              </span>
            </button>
            {step.number === selected.value && <Detail step={step} onTamper={onTamper} />}
            {check?.result === "rejected" && check.step === step.number && <Rejection check={check} />}
          </li>
        ))}
      </ol>
      {walk.graph !== null && (
        <GraphView
          graph={walk.graph}
          label={
            chosen === null
              ? "Reachable states, each with the step that excludes it"
              : `States of step ${chosen.number}`
          }
          lookOf={lookOf}
        />
      )}
      {walk.graph === null && <p class="faint">The model has too many states to be drawn.</p>}
    </div>
  );
}

const MARKS = { checked: "✓", checking: "…", waiting: "·", "not true": "✗", "not checked": "?" } as const;

function stateOf({ number }: ProofStep, check: ProofCheck | null, at: number): keyof typeof MARKS {
  if (check === null) return number < at ? "checked" : number === at ? "checking" : "waiting";
  if (check.result === "checked" || number < check.step) return "checked";
  if (number > check.step) return "waiting";
  return check.result === "rejected" ? "not true" : "not checked";
}

function summary(check: ProofCheck | null, { steps }: ProofWalk): string {
  if (check === null) return "The proof is being checked on the model.";
  switch (check.result) {
    case "checked":
      return `The proof has ${steps.length} steps. All ${check.queries} obligations were checked on the model.`;
    case "rejected":
      return `This is no proof: step ${check.step} does not check.`;
    case "not-checked":
      return `The proof was not checked to the end: ${check.problem}.`;
  }
}

function Detail({ step, onTamper }: { step: ProofStep; onTamper?: ProofProps["onTamper"] }) {
  const canChange = step.rule === "reach" || step.rule === "split" || step.rule === "exclude";
  return (
    <div class="detail">
      {step.uses !== null && (
        <p class="faint">
          {step.uses.length === 0 ? "It needs no other step." : `It needs steps ${step.uses.join(", ")}.`}
        </p>
      )}
      {onTamper && canChange && (
        <p>
          <button type="button" onClick={() => onTamper({ step: step.number, how: "negate" })}>
            Say the opposite
          </button>{" "}
          <button type="button" onClick={() => onTamper({ step: step.number, how: "omit" })}>
            Leave it out
          </button>
        </p>
      )}
    </div>
  );
}

/** Why a step does not hold: the transition that breaks it. */
function Rejection({ check }: { check: Extract<ProofCheck, { result: "rejected" }> }) {
  const step = useSignal(0);
  return (
    <div class="rejection" role="alert">
      <p>{check.problem}</p>
      {check.transition !== null && (
        <>
          <p>This transition breaks it:</p>
          <LassoView
            trace={check.transition}
            reasons={null}
            step={step.value}
            onStep={(k) => {
              step.value = k;
            }}
          />
        </>
      )}
    </div>
  );
}
