import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Hash, hashOf } from "./hash.js";

/** Where bytes are kept under a name. */
export interface Shelf {
  putBytes(name: string, bytes: Uint8Array): Promise<void>;
  getBytes(name: string): Promise<Uint8Array | null>;
  removeBytes(name: string): Promise<void>;
}

/**
 * Models, evidence and lists of runs, each under the hash of its content. Bytes that do not have the hash that they were asked by
 * are not there, and are thrown away: whoever writes to the shelf can lose things, but not change them.
 */
export class Blobs {
  constructor(private readonly shelf: Shelf) {}

  async put(bytes: Uint8Array): Promise<Hash> {
    const name = hashOf(bytes);
    await this.shelf.putBytes(name, bytes);
    return name;
  }

  async get(name: Hash): Promise<Uint8Array | null> {
    const bytes = await this.shelf.getBytes(name);
    if (bytes === null || hashOf(bytes) === name) return bytes;
    await this.shelf.removeBytes(name);
    return null;
  }
}

/** A folder that all machines share. A file appears under its name when it is complete. */
export class FolderShelf implements Shelf {
  constructor(private readonly folder: string) {}

  async putBytes(name: string, bytes: Uint8Array): Promise<void> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    const part = `${path}.${randomUUID()}.part`;
    await writeFile(part, bytes);
    await rename(part, path);
  }

  async getBytes(name: string): Promise<Uint8Array | null> {
    try {
      return await readFile(this.path(name));
    } catch (e) {
      if (e instanceof Error && "code" in e && e.code === "ENOENT") return null;
      throw e;
    }
  }

  async removeBytes(name: string): Promise<void> {
    await rm(this.path(name), { force: true });
  }

  private path(name: string): string {
    return join(this.folder, name.slice(0, 2), name);
  }
}
