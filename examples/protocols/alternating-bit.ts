// The alternating bit protocol over channels that lose messages: the sender repeats a message until its bit is
// acknowledged, the receiver takes a message whose bit is the one it waits for. In the broken version the receiver takes
// all messages.
import { channel, cond, int, record, system, when } from "fairlead/model";

const bit = int(0, 1);
const data = int(0, 2);

function alternatingBit(name: string, isBroken: boolean) {
  const net = { lossy: true };
  const s = system(name, { messages: channel(2, record({ bit, data }), net), acks: channel(2, bit, net) });
  const { messages, acks } = s.vars;
  s.process("sender", { fair: "weak", locals: { bit, data } }, (me) => {
    const next = [me.bit.set(me.bit.plus(1).mod(2)), me.data.set(me.data.plus(1).mod(3))];
    return {
      send: { do: messages.send({ bit: me.bit, data: me.data }) },
      ignore: { do: acks.receive((a) => when(a.isNot(me.bit))), fair: "strong" },
      go_on: { do: acks.receive((a) => when(a.is(me.bit), ...next)), fair: "strong" },
    };
  });
  const receiver = s.process("receiver", { locals: { bit, data, wrong: int(0, 1) } }, (me) => ({
    take: {
      do: messages.receive((m) =>
        when(
          isBroken || m.bit.is(me.bit),
          me.bit.set(m.bit.plus(1).mod(2)),
          me.data.set(m.data.plus(1).mod(3)),
          me.wrong.set(cond(m.data.is(me.data), 0, 1)),
          acks.send(m.bit),
        ),
      ),
      fair: "strong",
    },
    drop: {
      do: messages.receive((m) => when(isBroken ? false : m.bit.isNot(me.bit), acks.send(m.bit))),
      fair: "strong",
    },
  }));
  return s
    .proposition("wrong", receiver.wrong.is(1))
    .property("in order, each once", "G !wrong")
    .property("messages arrive", "G F receiver.data = 0 & G F receiver.data = 1");
}

export const good = alternatingBit("alternating-bit", false);
export const broken = alternatingBit("alternating-bit-broken", true);
