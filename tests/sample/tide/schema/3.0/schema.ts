/**
 * An identifier for a request. Unlike plain JSON-RPC it is never null.
 *
 * @category Common Types
 */
export type RequestId = string | number;

/**
 * An opaque token that ties progress notifications to the request they belong to.
 *
 * @category Common Types
 */
export type ProgressToken = string | number;

/**
 * An error as it stands in a response.
 *
 * @category Common Types
 */
export interface TideError {
  /**
   * One of the codes in [Error Codes](/specification/3.0/basic/messages#error-codes), such as "-32040".
   */
  code: number;
  /** One sentence for people. */
  message: string;
  data?: unknown;
}

/**
 * A place where one vessel can moor.
 *
 * @category `berths/list`
 */
export interface Berth {
  /** Unique within the harbour, 1 to 128 characters. */
  name: string;
  /** The deepest draught that the berth takes, in metres. */
  draughtMetres: number;
  /** The longest vessel that fits. */
  lengthMetres?: number;
  /** Pairs of times between which the approach is deep enough. */
  windows?: [string, string][];
  /** See [General fields: `_meta`](/specification/3.0/basic/messages#meta). */
  _meta?: { [key: string]: unknown };
}

/**
 * The answer to a `berths/list` request.
 *
 * @category `berths/list`
 */
export interface ListBerthsResult {
  berths: Berth[];
  /** Present when there are more berths than fit on one page. */
  nextCursor?: string;
}

/**
 * What a vessel says when it reserves a berth.
 *
 * @category `berths/reserve`
 */
export interface ReserveBerthRequestParams {
  /** The berth that is wanted. */
  name: string;
  /** The start in UTC, as an ISO 8601 string. */
  from: string;
  /** The end in UTC. */
  until: string;
  /** The draught of the vessel at arrival. */
  draughtMetres: number;
  /** See [General fields: `_meta`](/specification/3.0/basic/messages#meta). */
  _meta?: { [key: string]: unknown };
}

/**
 * One kind of goods in a manifest.
 *
 * @category `manifests/submit`
 */
export interface ManifestItem {
  /** What it is, as a code from the list of commodities. */
  commodity: string;
  /** How much of it there is. */
  massKilograms: number;
  /** 1 to 9 where the goods are dangerous. */
  hazardClass?: number;
}

/**
 * How serious an advisory is, from `"notice"` to `"closed"`.
 *
 * @category `notifications/advisories/raised`
 */
export type AdvisorySeverity = "notice" | "caution" | "danger" | "closed";

/**
 * Tells a vessel that there is something to warn of.
 *
 * @category `notifications/advisories/raised`
 */
export interface AdvisoryRaisedNotification {
  method: "notifications/advisories/raised";
  /** Vessels drop repeated notifications by their `advisoryId`. */
  params: {
    advisoryId: string;
    channel: string;
    severity: AdvisorySeverity;
    message?: string;
  };
}

/** Another vessel holds the berth for that time. */
export const BERTH_TAKEN = -32040;

/** The harbour publishes no advisories on that channel. */
export const UNKNOWN_CHANNEL = -32060;
