/**
 * An invoice of which no paper is drawn; the message names the reason, and nothing of its content.
 */
export class DanfeRefused extends Error {}
