/**
 * The closed union of everything that can go wrong and that a person can meet. A fault is plain data: it is stored in
 * the journal and crosses IPC as it is. `fault-text.ts` has the sentences for each kind.
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
  /** A proxy, a firewall or a captive portal answered in the ERP's place. */
  'gateway',
  /** A proxy on the way wants a user and a password. */
  'proxy-password',
  /** It did not accept the user and password that it was given. */
  'proxy-refused',
  /** The server's certificate is not one that this computer trusts. */
  'certificate',
  /** The ERP answered with something that is not what the contract says. */
  'bad-response',
  /** The caller's AbortSignal fired. */
  'cancelled',
] as const;

export const labelFaultKinds = [
  /** The ERP lists no label URL for this shipment. */
  'label-missing',
  /** The ERP will give this grouping's labels only after its conclusion. */
  'label-after-conclusion',
  /** The ERP does not give it; a marketplace's is in its panel. The detail is the marketplace's name, where it is known. */
  'label-in-panel',
  /** It is concluded, and the ERP has not made the label yet. */
  'label-not-yet',
  /** 404 or 410 at the label's host, also with a fresh URL. */
  'label-expired',
  /** 401 or 403 at the label's host. */
  'label-forbidden',
  /** The label's host could not be reached, broke off or answered 5xx. */
  'label-network',
  /** The label's host was too slow, at its start or in the middle. */
  'label-timeout',
  /** The ERP's link is no address: blank, relative or cut. */
  'label-link-broken',
  /** The URL, or a redirect, leads where labels must not come from: not https, a private or loopback address. */
  'label-host-refused',
  /** The redirects go round in a circle or are too many. */
  'label-redirects',
  /** More bytes than a label can have, packed or unpacked. */
  'label-too-large',
  /** A file of no bytes. */
  'label-empty',
  /** No label at all: an HTML page, for example. */
  'label-unknown-format',
  /** A label in a printer language that is not read, and for which no printer is named. */
  'label-kind-epl',
  'label-kind-tspl',
  'label-kind-cpcl',
  /** A label that goes to its printer as it is was to be shown, or printed on something else. */
  'label-no-picture',
  /** A label as an SVG drawing. */
  'label-kind-svg',
  /** A kind of file that is not read, or that nobody here knows; it may be a label. */
  'label-kind-unknown',
  /** The right kind of file, but cut off or damaged. */
  'label-corrupt',
  /** A PDF that opens only with a password. */
  'label-encrypted',
  /** A ZIP with unsafe names, or one that unpacks to far too much. */
  'label-archive-unsafe',
  /** A ZIP in which there is no label. */
  'label-archive-empty',
  /** A good file from which no page could be made in reasonable time. */
  'label-unrenderable',
  /** The same URL or the same bytes as another shipment's label. */
  'label-duplicate',
  /** Its page shows the tracking code of another shipment, and nothing on it is this one's. */
  'label-of-another',
  /** It has far more pages than its shipment has volumes, and nobody has said that they are to be printed. */
  'label-many-pages',
  'shipment-cancelled',
  /** Its invoice is made, and the tax office has not authorised it yet. */
  'invoice-unauthorised',
  'danfe-missing',
  'correction-not-offered',
] as const;

export const localFaultKinds = [
  /** No room left on the disk. */
  'disk-full',
  /** The disk refused to read or write for another reason. */
  'disk',
  /** The journal was damaged; it was kept aside, and what could be read of it went into a new one. */
  'journal-corrupt',
  /** A newer Doca wrote the journal: this one leaves it alone. */
  'journal-newer',
  /** Another window or process works on this grouping. */
  'already-open',
  /** The operating system's keychain cannot be used. */
  'keychain',
  /** There is no token for this ERP yet. */
  'no-token',
  /** A token that somebody has just typed, and that the ERP does not accept. */
  'token-refused',
  /** What was typed as a token cannot be one. */
  'token-malformed',
  /** The session of whoever signed in is over: the provider ended it, or it was not used for too long. */
  'signed-out',
  /** The provider refused to sign in: the person said no, or it does not take this program. */
  'sign-in-refused',
  /** What came back from the browser, or the tokens after it, do not belong to this sign-in. */
  'sign-in-broken',
  /** Another program on this computer uses the address that the browser is to come back to. */
  'sign-in-port',
  /** At the provider's address there is none, or its description cannot be used. */
  'sign-in-server',
  /** The provider does not offer this way to sign in. */
  'sign-in-unsupported',
  /** Nobody signed in within the time that the browser's page was open. */
  'sign-in-timeout',
  /** What was typed is no address, or only a part of one. */
  'address-malformed',
  /** The ERP's address would send the token in the clear. */
  'address-not-https',
  /** The ERP's address holds a user, a password or parameters. */
  'address-with-extras',
  /** The token is for another company than the one whose grouping is open. */
  'other-company',
  /** The invoice or the sale was asked for before, and whoever asks again has not seen that. */
  'made-already',
  /** Two badges would have the same name, or the same code. */
  'badge-twice',
  /** A badge that was scanned is none of this workstation's. */
  'badge-unknown',
  /** Something was typed that cannot be right (an id that is none). */
  'invalid-input',
  /** Labels are still missing and nobody accepted that. */
  'not-ready',
  /** The ERP lists no shipment in this grouping. */
  'grouping-empty',
  /** Shipments came or went in the ERP since the labels were printed. */
  'grouping-changed',
  /** Some shipments have fewer labels than volumes, and nobody has said that this is right. */
  'fewer-labels',
  /** Parcels were not checked, and they have to be: IT says so, or nobody has said that it is right. */
  'unchecked',
  /** The grouping is concluded already. */
  'already-concluded',
  /** The request to conclude went out, and nobody knows what the ERP did. */
  'conclusion-unknown',
  /** The ERP refused to conclude, and no label that came only then says otherwise: a person decides. */
  'conclusion-refused',
  /** The ERP refused to conclude what it says is concluded: by a colleague, or by the marketplace. */
  'concluded-elsewhere',
  /** No printer is chosen for some of the labels. */
  'no-printer',
  /** The printer is not there, or refused the file. */
  'printer-unavailable',
  /** Its driver draws everything itself: a printer's language does not pass through it. */
  'printer-no-raw',
  /** The spool job ended badly. */
  'print-failed',
  /** Nobody can tell whether the spool job ended well. */
  'print-unknown',
  /** Doca's record of what it printed of a grouping is missing, in whole or in part. */
  'paper-unknown',
  /** What IT has decided for this workstation cannot be read, in whole or in part. */
  'policy-broken',
  'policy-stops',
  /** The journal is a copy of another computer's or another user's; it is a station of its own now. */
  'station-copied',
  /** The server that the workstations share does not answer. */
  'floor-away',
  /** It does not accept the user or the password. */
  'floor-refused',
  /** Its certificate is not one that this computer trusts, or it has none. */
  'floor-certificate',
  /** The user may not do there what Doca has to. */
  'floor-rights',
  /** Its tables are not as Doca made them. */
  'floor-schema',
  /** Its database was put back from a copy, or is another one: stations are waited for, named in the detail. */
  'floor-restored',
  /** A newer Doca keeps the floor: this one leaves it alone. */
  'floor-newer',
  /** It is no PostgreSQL that Doca can use. */
  'floor-server',
  /** Another program or computer is at work there as this station. */
  'floor-duplicate',
  /** It has no room left on its disk. */
  'floor-full',
  /** Another station has some of these labels, or has printed them. */
  'floor-taken',
  /** A station is printing what was to be taken over from it. */
  'floor-printing',
  /** Another station is concluding the grouping, or has concluded it. */
  'floor-concluding',
  /** Other stations still have labels of the grouping, or are to say whether theirs are on paper. */
  'floor-busy',
  /** Main could not tell that it was its own page that asked; the preload asks once more before a person is told. */
  'not-begun',
  /** A defect in Doca; the detail is in the log. */
  'internal',
] as const;

export const faultKinds = [...erpFaultKinds, ...labelFaultKinds, ...localFaultKinds] as const;

export type ErpFaultKind = (typeof erpFaultKinds)[number];
export type FaultKind = (typeof faultKinds)[number];

/** In one language, for each kind what happened and what to do. */
export type FaultWords = Readonly<Record<`${FaultKind}.${'what' | 'next'}`, string>>;

/** One field that the ERP objects to (contract 2.13, ErrorDetailDTO). */
export interface FieldDetail {
  readonly field: string;
  readonly message: string;
}

export interface Fault {
  readonly kind: FaultKind;
  /** HTTP status, where there was one. */
  readonly status: number | null;
  /** The ERP's own words (`mensagem`), shown as they came. */
  readonly erpMessage: string | null;
  /** The ERP's field-by-field words (`detalhes`), shown as they came. */
  readonly erpDetails: readonly FieldDetail[];
  /** Technical cause for logs and diagnostics, or a name that belongs to the kind. Never a token, a query string or personal data. */
  readonly detail: string | null;
  /** Whether the request may have had its effect: decisive for what must not be sent twice. */
  readonly reached: 'no' | 'maybe' | 'yes';
  /** What the server's `Retry-After` asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Makes a fault; whatever is not given is "nothing known". */
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

/** True where a person has to say which labels are on paper. */
export function asksAboutPaper(fault: Fault | null): boolean {
  return fault?.kind === 'print-unknown' || fault?.kind === 'paper-unknown';
}

/** Why a print came to nothing, told with what became of its labels. */
export function isPrintersFault({ kind }: Pick<Fault, 'kind'>): boolean {
  return kind === 'print-failed' || kind === 'printer-unavailable' || kind === 'printer-no-raw';
}

/** True where it may go on after another sign-in: permissions of the ERP count from one on. */
export function mayNeedSignIn(fault: Pick<Fault, 'kind'> | null): boolean {
  return fault?.kind === 'forbidden' || asksForToken(fault);
}

/** True where nothing goes on until somebody signs in or puts in another token. */
export function asksForToken(fault: Pick<Fault, 'kind'> | null): boolean {
  return fault?.kind === 'unauthorized' || fault?.kind === 'no-token' || fault?.kind === 'signed-out';
}
