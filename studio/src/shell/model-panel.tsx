import type { Problem } from "../check/protocol.js";
import { Editor } from "../editor/editor.js";
import { languageOf, type QuestionText } from "../project/project.js";
import { change, openFile, project, reading, run, valueNow } from "../store.js";

/** The model, and what is asked about it. */
export function ModelPanel() {
  const { file, text, questions } = project.value;
  const problem = problemNow();
  const inFile = problem !== null && questionOf(problem) === null ? [problem] : [];
  return (
    <section class="panel model" aria-label="Model">
      <div class="bar">
        <label>
          <span>File</span>
          <input
            value={file}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ file: currentTarget.value })}
          />
        </label>
        <label class="button">
          Open…
          <input
            type="file"
            class="hidden"
            accept=".smv,.aag,.aig,.hoa,.ts,.js,.v,.sv,.btor2,.blif,.mv"
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.files?.[0];
              if (chosen !== undefined) void openFile(chosen);
              currentTarget.value = "";
            }}
          />
        </label>
      </div>
      <Editor
        label={`Text of ${file}`}
        text={text}
        language={languageOf(file)}
        problems={inFile}
        onChange={(changed) => change({ text: changed })}
        explain={valueNow}
      />
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <fieldset class="questions">
        <legend>Questions</legend>
        {questions.length === 0 && <p class="faint">The properties of the model are asked.</p>}
        {questions.map((question, k) => (
          <Question key={k} question={question} position={k} problem={problem} />
        ))}
        <button
          type="button"
          onClick={() => change({ questions: [...questions, { logic: "ltl", text: "" }], skipped: [], property: 0 })}
        >
          Ask a formula
        </button>
      </fieldset>
    </section>
  );
}

function Question(props: { question: QuestionText; position: number; problem: Problem | null }) {
  const { question, position, problem } = props;
  const { questions } = project.value;
  const replace = (changed: Partial<QuestionText>) =>
    change({ questions: questions.map((q, k) => (k === position ? { ...q, ...changed } : q)) });
  const isHere = problem !== null && questionOf(problem) === position;
  return (
    <div class="question">
      <select
        aria-label={`Logic of question ${position + 1}`}
        value={question.logic}
        onChange={({ currentTarget }) => replace({ logic: currentTarget.value === "ctl" ? "ctl" : "ltl" })}
      >
        <option value="ltl">LTL</option>
        <option value="ctl">CTL</option>
      </select>
      <Editor
        label={`Question ${position + 1}`}
        text={question.text}
        language="formula"
        isLine
        problems={isHere ? [problem] : []}
        onChange={(text) => replace({ text })}
      />
      <button
        type="button"
        aria-label={`Remove question ${position + 1}`}
        onClick={() => change({ questions: questions.filter((_, k) => k !== position), skipped: [], property: 0 })}
      >
        ×
      </button>
    </div>
  );
}

/** What is wrong with the text in the editor: as it was read, or else as it was when it was last run. */
function problemNow(): Problem | null {
  if (reading.value.state === "wrong") return reading.value.problem;
  if (reading.value.state === "not run") return run.value?.problem ?? null;
  return null;
}

/** The position of the question that a problem is about; null if it is about the file. */
function questionOf({ source }: Problem): number | null {
  const match = /^question (\d+)$/.exec(source);
  return match === null ? null : Number(match[1]) - 1;
}
