import { useSignal } from "@preact/signals";
import type { AnswerView, ProofCheck, ProofWalk } from "fairlead";
import { render } from "preact";
import { LassoView } from "../views/lasso.js";
import { ProofView } from "../views/proof.js";

/** What a report has in it: see src/present/reports/html.ts. */
interface ReportData {
  readonly version: string;
  /** What was run. */
  readonly command: readonly string[];
  readonly complete: boolean;
  readonly problems: readonly { readonly file: string; readonly message: string }[];
  readonly notBegun: readonly { readonly file: string; readonly property?: string }[];
  readonly results: readonly ResultData[];
}

interface ResultData {
  readonly file: string;
  readonly property: string;
  readonly evidence: string;
  readonly stats: Readonly<Record<string, unknown>>;
  readonly place: { readonly line: number; readonly column: number } | null;
  readonly view: AnswerView & { readonly proof: { readonly walk: ProofWalk; readonly check: ProofCheck } | null };
}

function Report({ data }: { data: ReportData }) {
  const { results, problems, notBegun, complete, version, command } = data;
  return (
    <div class="page report">
      <header class="header">
        <h1>
          Fairlead <span>report</span>
        </h1>
        <p class="lesson">{complete ? "" : "Not everything was answered."}</p>
      </header>
      <section class="panel" aria-label="Answers">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        {/* biome-ignore lint/a11y/useSemanticElements: fieldsets are for forms */}
        <div class="scroll" tabIndex={0} role="group" aria-label="Table of answers">
          <table class="verdicts">
            <thead>
              <tr>
                <th scope="col">file</th>
                <th scope="col">property</th>
                <th scope="col">answer</th>
                <th scope="col">how it is known</th>
                <th scope="col">engine</th>
                <th scope="col">time</th>
              </tr>
            </thead>
            <tbody>
              {results.map(({ file, property, place, view }, k) => (
                <tr key={k} data-answer={view.answer} data-tone={view.tone}>
                  <td>
                    {file}
                    {place !== null && `:${place.line}`}
                  </td>
                  <th scope="row">
                    <a href={`#answer-${k}`}>{property}</a>
                  </th>
                  <td class="answer">{view.words}</td>
                  <td class="how">{view.how}</td>
                  <td>{view.engine}</td>
                  <td class="number">{view.seconds.toFixed(2)} s</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {problems.map(({ message }) => (
          <p key={message} class="problem">
            {message}
          </p>
        ))}
        {notBegun.length > 0 && (
          <p>
            Not begun: {notBegun.map(({ file, property }) => (property ? `${file}: ${property}` : file)).join(", ")}
          </p>
        )}
      </section>
      {results.map((result, k) => (
        <Result key={k} result={result} id={`answer-${k}`} />
      ))}
      <footer class="panel">
        <p>
          Fairlead {version}. The same again: <code>{command.map(quoted).join(" ")}</code>
        </p>
      </footer>
    </div>
  );
}

/** As a shell reads it. */
const quoted = (word: string): string => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

function Result({ result, id }: { result: ResultData; id: string }) {
  const { file, property, view, stats } = result;
  const step = useSignal(0);
  return (
    <section class="panel" id={id} aria-label={`${file}: ${property}`}>
      <h2 data-tone={view.tone}>
        {property} <span class="answer">{view.words}</span>
      </h2>
      {view.notes.length > 0 && (
        <ul class="notes">
          {view.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {view.trace !== null && (
        <LassoView
          trace={view.trace}
          reasons={view.reasons}
          step={step.value}
          onStep={(k) => {
            step.value = k;
          }}
        />
      )}
      {view.proof !== null && <ProofView walk={view.proof.walk} check={view.proof.check} at={-1} />}
      <details>
        <summary>Figures</summary>
        <dl class="figures">
          {Object.entries(stats)
            .filter(([, value]) => typeof value === "number")
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{String(value)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </section>
  );
}

const text = document.getElementById("data")?.textContent ?? "";
render(<Report data={JSON.parse(text) as ReportData} />, document.getElementById("report")!);
