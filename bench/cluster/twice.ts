import { version } from "../../dist/cli/version.js";
import { Blobs } from "../../dist/cluster/blobs.js";
import { workingQueue } from "../../dist/cluster/bullmq-queue.js";
import { openDatabase } from "../../dist/cluster/connect.js";
import { PutBack, type WorkingQueue } from "../../dist/cluster/queue.js";
import { queueAddress } from "../../dist/cluster/queue-url.js";
import { ClusterWorker } from "../../dist/cluster/worker.js";

/** A worker that does every job to its end and then puts it back: each is delivered twice, with all that the first delivery left behind. */
export async function startForgetful(
  url: string,
  threads: number,
): Promise<{ readonly again: () => number; close(): Promise<void> }> {
  const address = queueAddress(url)!;
  const onError = () => {};
  const database = await openDatabase(address, onError);
  const queue = await workingQueue({ address, version: version(), name: "forgetful", onError });
  let again = 0;
  const twice: WorkingQueue = {
    close: () => queue.close(),
    work: (jobs, perform) =>
      queue.work(jobs, async (job) => {
        const report = await perform(job);
        if (job.starts > 1) return report;
        again++;
        throw new PutBack();
      }),
  };
  const worker = new ClusterWorker({
    queue: twice,
    database,
    blobs: new Blobs(database),
    version: version(),
    name: "forgetful",
    threads,
    memoryBytes: 2 ** 32,
    seconds: Number.POSITIVE_INFINITY,
    say: () => {},
  });
  await worker.start();
  return {
    again: () => again,
    async close() {
      await worker.drain(5);
      await database.close();
    },
  };
}
