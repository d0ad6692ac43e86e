/**
 * The closed union of everything that can go wrong and that a person can meet. A fault is plain data: the journal
 * stores it and it crosses IPC as it is. `fault-text.ts` has the sentences for each kind.
 */
export const erpFaultKinds = [
  /** 400, with the ERP's own message and field details. */
  'validation',
  /** 401: the token is missing, wrong or has run out. */
  'unauthorized',
  /** 403: the token is good but lacks the permission. */
  'forbidden',
  /** 404: the ERP does not know the id. */
  'not-found',
  /** 404 of a grouping or shipment that it listed before. */
  'no-longer-there',
  /** 404 of a path that every service of this kind has: it is another service, or another version of it. */
  'other-service',
  /** 429, still so after the retries. */
  'rate-limited',
  /** 502, 503 and 504. */
  'unavailable',
  /** 500 and every other 5xx. */
  'server',
  /** The ERP could not be reached, or the connection broke. */
  'network',
  /** The ERP did not answer in time. */
  'timeout',
  /** A proxy, a firewall or a captive portal answered instead of the ERP. */
  'gateway',
  /** A proxy on the way wants a user and a password. */
  'proxy-password',
  /** The proxy did not accept the user and password. */
  'proxy-refused',
  /** This computer does not trust the server's certificate. */
  'certificate',
  /** The ERP's answer is not one of the contract. */
  'bad-response',
  /** The caller's AbortSignal fired. */
  'cancelled',
] as const;

export const labelFaultKinds = [
  /** The ERP lists no label URL for this shipment. */
  'label-missing',
  /** The ERP provides this grouping's labels only after its conclusion. */
  'label-after-conclusion',
  /** The ERP does not provide it; a marketplace's is in its panel. The detail is the marketplace's name, if known. */
  'label-in-panel',
  /** The grouping is concluded, and the ERP has not made the label yet. */
  'label-not-yet',
  /** 404 or 410 at the label's host, also with a fresh URL. */
  'label-expired',
  /** 401 or 403 at the label's host. */
  'label-forbidden',
  /** The label's host could not be reached, broke off or answered 5xx. */
  'label-network',
  /** The label's host was too slow, at its start or in the middle. */
  'label-timeout',
  /** The ERP's link is not an address: blank, relative or cut off. */
  'label-link-broken',
  /** The URL, or a redirect, leads to an address that labels must not come from: not https, private or loopback. */
  'label-host-refused',
  /** The redirects go round in a circle or are too many. */
  'label-redirects',
  /** More bytes than a label can have, packed or unpacked. */
  'label-too-large',
  /** A file of no bytes. */
  'label-empty',
  /** Not a label: an HTML page, for example. */
  'label-unknown-format',
  /** A label in a printer language that is not read, and no printer is named for it. */
  'label-kind-epl',
  'label-kind-tspl',
  'label-kind-cpcl',
  /** A label that its printer gets unchanged was to be shown, or printed on another printer. */
  'label-no-picture',
  /** A label as an SVG drawing. */
  'label-kind-svg',
  /** A kind of file that is not read, or not known; it may be a label. */
  'label-kind-unknown',
  /** The right kind of file, but cut off or damaged. */
  'label-corrupt',
  /** A PDF that opens only with a password. */
  'label-encrypted',
  /** A ZIP with unsafe names, or one that unpacks to far too much. */
  'label-archive-unsafe',
  /** A ZIP in which there is no label. */
  'label-archive-empty',
  /** A valid file from which no page could be made in reasonable time. */
  'label-unrenderable',
  /** The same URL or the same bytes as another shipment's label. */
  'label-duplicate',
  /** A page shows the tracking code of another shipment, and nothing on the label is this one's. */
  'label-of-another',
  /** It has far more pages than its shipment has volumes, and nobody has accepted them. */
  'label-many-pages',
  'shipment-cancelled',
  /** Its invoice is issued, but the tax office has not authorised it yet. */
  'invoice-unauthorised',
  'danfe-missing',
  'correction-not-offered',
] as const;

export const localFaultKinds = [
  /** No room left on the disk. */
  'disk-full',
  /** The disk refused to read or write for another reason. */
  'disk',
  /** The journal was damaged; it was kept aside, and its readable part went into a new one. */
  'journal-corrupt',
  /** A newer Doca wrote the journal: this one leaves it alone. */
  'journal-newer',
  /** Another window or process works on this grouping. */
  'already-open',
  /** The operating system's keychain cannot be used. */
  'keychain',
  /** There is no token for this ERP yet. */
  'no-token',
  /** The ERP does not accept a token that somebody has just typed. */
  'token-refused',
  /** The typed text cannot be a token. */
  'token-malformed',
  /** The session is over: the provider ended it, or it was not used for too long. */
  'signed-out',
  /** The provider refused the sign-in: the person said no, or the provider does not accept this program. */
  'sign-in-refused',
  /** The browser's answer, or the tokens after it, do not belong to this sign-in. */
  'sign-in-broken',
  /** Another program on this computer uses the address that the browser has to return to. */
  'sign-in-port',
  /** There is no provider at the address, or its description cannot be used. */
  'sign-in-server',
  /** The provider does not offer this way to sign in. */
  'sign-in-unsupported',
  /** Nobody signed in while the browser's page was valid. */
  'sign-in-timeout',
  /** The typed text is not a complete address. */
  'address-malformed',
  /** The ERP's address would send the token unencrypted. */
  'address-not-https',
  /** The ERP's address holds a user, a password or parameters. */
  'address-with-extras',
  /** The token belongs to another company than the open grouping. */
  'other-company',
  /** The invoice or the sale was requested before, and the person has not seen that. */
  'made-already',
  /** Two badges would have the same name, or the same code. */
  'badge-twice',
  /** The scanned badge is not in this workstation's list. */
  'badge-unknown',
  /** The typed value cannot be right, such as an id. */
  'invalid-input',
  /** Labels are still missing and nobody accepted that. */
  'not-ready',
  /** The ERP lists no shipment in this grouping. */
  'grouping-empty',
  /** Shipments came or went in the ERP since the labels were printed. */
  'grouping-changed',
  /** Some shipments have fewer labels than volumes, and nobody has accepted that. */
  'fewer-labels',
  /** Parcels are unchecked, and IT requires the check, or nobody has accepted that. */
  'unchecked',
  /** The grouping is concluded already. */
  'already-concluded',
  /** The request to conclude was sent, and its result is not known. */
  'conclusion-unknown',
  /** The ERP refused to conclude, and no later label contradicts it: a person decides. */
  'conclusion-refused',
  /** The ERP refused to conclude a grouping that it calls concluded: by a colleague, or by the marketplace. */
  'concluded-elsewhere',
  /** No printer is chosen for some of the labels. */
  'no-printer',
  /** The printer is not there, or refused the file. */
  'printer-unavailable',
  /** Its driver draws everything itself and lets no printer language pass. */
  'printer-no-raw',
  /** The spool job ended badly. */
  'print-failed',
  /** It is not known whether the spool job ended well. */
  'print-unknown',
  /** Doca's record of what it printed of a grouping is missing, in whole or in part. */
  'paper-unknown',
  /** IT's decisions for this workstation cannot be read, in whole or in part. */
  'policy-broken',
  'policy-stops',
  /** The journal is a copy of another computer's or user's; it is a station of its own now. */
  'station-copied',
  /** The server that the workstations share does not answer. */
  'floor-away',
  /** The server does not accept the user or the password. */
  'floor-refused',
  /** This computer does not trust the server's certificate, or the server has none. */
  'floor-certificate',
  /** The database user lacks rights that Doca needs. */
  'floor-rights',
  /** The tables are not as Doca made them. */
  'floor-schema',
  /** The database was restored from a copy, or is another one: Doca waits for the stations named in the detail. */
  'floor-restored',
  /** A newer Doca keeps the database: this one leaves it alone. */
  'floor-newer',
  /** The server is not a PostgreSQL that Doca can use. */
  'floor-server',
  /** Another program or computer works there as this station. */
  'floor-duplicate',
  /** The server has no room left on its disk. */
  'floor-full',
  /** Another station has some of these labels, or has printed them. */
  'floor-taken',
  /** A station is printing the labels that were to be taken over from it. */
  'floor-printing',
  /** Another station is concluding the grouping, or has concluded it. */
  'floor-concluding',
  /** Other stations still have labels of the grouping, or have to say whether theirs are on paper. */
  'floor-busy',
  /** Main could not verify that its own page asked; the preload asks once more before a person is told. */
  'not-begun',
  /** A defect in Doca; the detail is in the log. */
  'internal',
] as const;

export const faultKinds = [...erpFaultKinds, ...labelFaultKinds, ...localFaultKinds] as const;

export type ErpFaultKind = (typeof erpFaultKinds)[number];
export type FaultKind = (typeof faultKinds)[number];

/** For each kind, in one language: what happened and what to do. */
export type FaultWords = Readonly<Record<`${FaultKind}.${'what' | 'next'}`, string>>;

/** One field that the ERP objects to (contract 2.13, ErrorDetailDTO). */
export interface FieldDetail {
  readonly field: string;
  readonly message: string;
}

export interface Fault {
  readonly kind: FaultKind;
  /** HTTP status, if there was one. */
  readonly status: number | null;
  /** The ERP's own words (`mensagem`), shown as they came. */
  readonly erpMessage: string | null;
  /** The ERP's field-by-field words (`detalhes`), shown as they came. */
  readonly erpDetails: readonly FieldDetail[];
  /**
   * Technical cause for logs and diagnostics, or a name that belongs to the kind. Never a token, a query string or
   * personal data.
   */
  readonly detail: string | null;
  /** Whether the request may have had its effect: decisive for requests that must not be sent twice. */
  readonly reached: 'no' | 'maybe' | 'yes';
  /** The server's `Retry-After`, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Makes a fault; fields that are omitted are "nothing known". */
export function fault(kind: FaultKind, more: Partial<Omit<Fault, 'kind'>> = {}): Fault {
  return {
    kind,
    status: null,
    erpMessage: null,
    erpDetails: [],
    detail: null,
    reached: 'no',
    retryAfterMs: null,
    ...more,
  };
}

/** Returns true if a person has to say which labels are on paper. */
export function asksAboutPaper(fault: Fault | null): boolean {
  return fault?.kind === 'print-unknown' || fault?.kind === 'paper-unknown';
}

/** Returns true if the fault says why a print failed; it is shown with the state of its labels. */
export function isPrintersFault({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind === 'print-failed' || kind === 'printer-unavailable' || kind === 'printer-no-raw';
}

/** Returns true if another sign-in may help: new permissions of the ERP count from the next one on. */
export function mayNeedSignIn(fault: Pick<Fault, 'kind'> | null): boolean {
  return fault?.kind === 'forbidden' || asksForToken(fault);
}

/** Returns true if nothing goes on until somebody signs in or enters another token. */
export function asksForToken(fault: Pick<Fault, 'kind'> | null): boolean {
  return fault?.kind === 'unauthorized' || fault?.kind === 'no-token' || fault?.kind === 'signed-out';
}
