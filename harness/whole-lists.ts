import type { Version } from '../specification/versions.js';
import type { ReportedScan, ScannedList } from './report.js';

/** How far the scan of one version has come. */
export interface ScanProgress {
  version: Version;
  objects: number;
  /** Of the lists scanned so far. */
  pagesRead: number;
  /** Of all lists, as far as known. */
  pages: number;
}

/** A requirement under test, as far as a scan needs it. */
export interface UnderTest {
  /** As in `Requirement`. */
  scans?: true;
}

/** A scan of whole lists in one version. */
export interface VersionScan {
  lists: readonly ScannedList[];
  /** Why it ended early. */
  cut?: string;
}

/**
 * The scan of whole lists that a run was asked for (`--exhaustive`, `--sample`): one in each version, made when the
 * first requirement needs it and shared by all, the looks included.
 */
export class WholeLists {
  readonly #scans = new Map<Version, Promise<VersionScan>>();

  /** Called as a scan goes on. */
  onProgress: (progress: ScanProgress) => void = () => {};

  /** `sample` is the number of objects of each list; undefined for all. `pairs` are under test. */
  constructor(
    readonly sample: number | undefined,
    private readonly pairs: readonly { requirement: UnderTest; version: Version }[],
  ) {}

  /** The requirements under test in a version. */
  requirements(version: Version): UnderTest[] {
    return this.pairs.flatMap((pair) => (pair.version === version ? [pair.requirement] : []));
  }

  /** Scans a version once. */
  once<T extends VersionScan>(version: Version, scan: () => Promise<T>): Promise<T> {
    const begun = (this.#scans.get(version) as Promise<T> | undefined) ?? scan();
    this.#scans.set(version, begun);
    return begun;
  }

  /** The scan of a version; undefined if none was made. */
  known<T extends VersionScan>(version: Version): Promise<T> | undefined {
    return this.#scans.get(version) as Promise<T> | undefined;
  }

  /** What was scanned so far, for the report. */
  async reported(): Promise<ReportedScan> {
    // The requirements that need a scan report its error.
    const ended = await Promise.allSettled(this.#scans.values());
    const scans = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const lists = scans.flatMap((each) => each.lists);
    const cut = scans.find((each) => each.cut !== undefined)?.cut;
    const objects = lists.reduce((sum, list) => sum + list.objects, 0);
    return { sample: this.sample, cut, objects, lists };
  }
}
