// Weak fairness: a process that stays enabled from some moment on takes a step. The worker below is always enabled, so it
// finishes; the printer is enabled only while a page is there and the door is closed, and the door may open and close for
// ever: weak fairness says nothing about it, and a page may wait for ever.
import { bool, int, system } from "fairlead/model";

const office = system("office", { work: int(0, 3), page: bool, open: bool }, { deadlock: "stutter" });
const { work, page, open } = office.vars;

office
  .process("worker", { fair: "weak" }, { go_on: { when: work.lt(3), do: [work.set(work.plus(1))] } })
  .process("author", {}, { write: { when: page.not(), do: [page.set(true)] } })
  .process("door", { fair: "weak" }, { swing: { do: [open.set(open.not())] } })
  .process("printer", { fair: "weak" }, { print: { when: page.and(open.not()), do: [page.set(false)] } })
  .property("the work is done", "F work = 3")
  .property("every page is printed", "G (page -> F !page)");

export { office };
