import { effect, signal } from "@preact/signals";
import type { ProofCheck, ProofWalk } from "fairlead";
import type { Answer, Tampering } from "./check/protocol.js";
import { Ended, Service } from "./check/service.js";
import { answer, askedOf, project, run } from "./store.js";

/** A proof that is gone through. */
export interface ProofState {
  readonly walk: ProofWalk | null;
  readonly check: ProofCheck | null;
  /** The step that is being checked. */
  readonly at: number;
  readonly tampered: Tampering | null;
  readonly problem: string | null;
}

const NOTHING: ProofState = { walk: null, check: null, at: -1, tampered: null, problem: null };

export const proof = signal<ProofState>(NOTHING);

/** Its worker is made when the first proof is looked at. */
let service: Service | null = null;
let shown: Answer | null = null;

effect(() => {
  const wanted = project.value.view === "proof" ? answer.value : null;
  if (wanted === null || wanted === shown) return;
  shown = wanted;
  if (wanted.proof !== null) void walk(wanted.proof, null);
});

/** Checks the proof with a step changed; null: as it is. */
export function tamper(tampered: Tampering | null): void {
  if (shown?.proof) void walk(shown.proof, tampered);
}

async function walk(certificate: string, tampered: Tampering | null): Promise<void> {
  const asked = run.peek()!;
  const { property, megabytes } = project.peek();
  service ??= new Service();
  if (service.isBusy) service.restart();
  proof.value = { ...NOTHING, tampered, walk: tampered === null ? null : proof.peek().walk };
  try {
    const options = { property, certificate, tampered, off: asked.project.off, megabytes };
    const reply = await service.ask({ type: "proof", asked: askedOf(asked), options }, (news) => {
      if (news.type === "walk") proof.value = { ...proof.peek(), walk: news.walk };
      if (news.type === "obligation") proof.value = { ...proof.peek(), at: news.step };
    });
    if (reply.type === "proof-checked") proof.value = { ...proof.peek(), check: reply.check };
  } catch (e) {
    if (!(e instanceof Ended)) proof.value = { ...proof.peek(), problem: e instanceof Error ? e.message : String(e) };
  }
}
