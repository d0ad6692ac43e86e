/** The commands' texts between results; faults have their own sentences in src/shared. */
export const text = {
  recipient: 'Recipient',
  city: 'City/State',
  volume: 'Volume',
  tracking: 'Tracking',
  sandboxAt: (url: string) => `training ERP at ${url}`,
  tokenInKeychain: "token read from the system's keychain",
  tokenInMemory: 'no keychain on this computer: the token stays in memory only',
  grouping: (name: string, shipments: number) => `Grouping ${name}: ${shipments} shipments`,
  several: (number: number) => `Several groupings have the number ${number}; run again with the id of one of them:`,
  shipments: (count: number) => `${count} ${count === 1 ? 'shipment' : 'shipments'}`,
  labels: 'labels',
  waitingForLimit: (secondsLeft: number) => `the ERP's limit, waiting ${secondsLeft} s`,
  waitingForErp: (count: number) => `the ERP is making ${count}; waiting`,
  newTokenPlease: 'The token is no longer valid. Paste a new one: ',
  failedLabels: (count: number) => `${count} ${count === 1 ? 'label' : 'labels'} missing:`,
  accepted: (count: number) => `${count} ${count === 1 ? 'shipment goes' : 'shipments go'} without a label of Doca`,
  fewerLabels: (volumes: number, pages: number, of: number) =>
    `${volumes} volumes, ${pages > of ? `${pages} labels` : `${pages} ${pages === 1 ? 'page' : 'pages'} chosen of ${of}`}`,
  uncheckedHint:
    'IT has made checking mandatory on this computer: check and conclude in the desktop. Labels only: --no-conclude.',
  manyHint: 'Look at the pages; choose some with --pages, or run again with --accept-many to print all of them.',
  fewerHint: 'Choose the pages with --pages or, if this is right, run again with --accept-fewer.',
  languageHint: (language: string) =>
    `If a printer of this computer speaks ${language.toUpperCase()}, run again with --printer NAME --printer-language ${language}.`,
  reading: 'reading',
  otherLabels: (count: number) => `${count} ${count === 1 ? 'label' : 'labels'} stopped as another shipment's:`,
  otherAccepted: (count: number) => `${count} ${count === 1 ? 'label goes' : 'labels go'} on as right`,
  otherHint: 'Look at the labels; if they are right, run again with --accept-other.',
  cancelled: (count: number) => `${count} ${count === 1 ? 'shipment is' : 'shipments are'} not to leave:`,
  heldBy: {
    'sale-cancelled': 'order cancelled',
    'invoice-cancelled': 'invoice cancelled',
    'invoice-rejected': 'invoice rejected',
    'invoice-denied': 'invoice denied',
    'invoice-pending': 'invoice pending',
    'invoice-issued': 'invoice issued, without authorisation',
    'invoice-sent': 'invoice sent, waiting for its receipt',
    'invoice-awaiting-protocol': 'invoice sent, waiting for its protocol',
  },
  unauthorised: (count: number) =>
    `${count} ${count === 1 ? 'shipment' : 'shipments'} with an invoice that is not authorised yet:`,
  unauthorisedHint: 'See to it in the ERP and run again, or use --print-unauthorised to print and conclude.',
  cancelledHint:
    'Put these parcels aside and run again with --accept-cancelled to conclude without their labels, or with --print-cancelled to print these too.',
  outlived: (days: number) =>
    `this carrier takes labels for ${days} days, and some of these are older: make new ones in the ERP`,
  mayBeUnreadable: (places: string) => `codes that may not be readable at 203 dpi: ${places}`,
  concludeFirstHint: 'This ERP gives labels only after the conclusion: run again with --conclude-first.',
  refusedHint:
    'Run again to conclude again; with --conclusion-was done if it is concluded in the ERP; or with --labels-anyway to get the labels all the same.',
  byLabels: 'The ERP did not confirm the conclusion, but the labels came: it is concluded.',
  conclusionWasHint: 'After looking in the ERP, run again with --conclusion-was done or --conclusion-was not-done.',
  printWasHint:
    'Look for the labels in doubt on paper, then run again with --print-was done, --print-was not-done or the places that are there, like --print-was 1-20,23.',
  printJobHint:
    "The spool job of before goes on in the printer's queue: run again with --print-job wait to wait for it, or --print-job withdraw to take it out.",
  printStalled: 'The print has not moved for over a minute. Look at the printer: paper, power and cable.',
  onPaper: (places: string) => `on paper for sure: ${places}`,
  perhapsOnPaper: (places: string) => `perhaps on paper: ${places}`,
  notOnPaper: (places: string) => `not on paper: ${places}`,
  changed: (added: number, removed: number, old: number) =>
    `${added} came, ${removed} went, and ${old} ${old === 1 ? 'label' : 'labels'} on paper ${old === 1 ? 'is' : 'are'} of before.`,
  changedHint: 'Get the labels again, or run again with --accept-changes.',
  wrote: (path: string, pages: number, kilobytes: number) =>
    `${path}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${kilobytes} KB`,
  wroteZpl: (path: string) => `${path}: the labels in ZPL`,
  conclusion: {
    concluded: 'Grouping concluded.',
    'not-concluded': 'Grouping not concluded.',
    unknown: 'Nobody knows whether the grouping is concluded.',
  },
  took: (totalMs: number, collectMs: number, mergeMs: number, requests: number) =>
    `${writeSeconds(totalMs)} s in all: labels ${writeSeconds(collectMs)} s, file ready ${mergeMs} ms after the last byte; ${requests} requests`,
  elsewhere: (count: number) =>
    `${count} ${count === 1 ? 'label is' : 'labels are'} with other stations and ${count === 1 ? 'was' : 'were'} left out:`,
  elsewhereHint:
    'When they have printed them or given them back, run again. If a station is gone for good, take over its labels with --take-over NAME.',
  printedTwice: (count: number) =>
    `${count} ${count === 1 ? 'label was' : 'labels were'} printed twice; throw one of the papers away:`,
  aloneHint:
    'Labels are fetched; printing and concluding wait for the server. To go on without it, run again with --alone.',
  worksAlone: 'This command goes on alone. What another station prints too is said when the server is back.',
  erpSays: 'the ERP says',
  stopHint: 'Ctrl+C to stop',
  browserOpens: 'The browser opens now for you to sign in. If it does not, use this address on this computer:',
  openInBrowser: 'Open this address in a browser of this computer:',
  browserSignsOut: 'The browser now shows the page to sign out of the sign-in service:',
  deviceCode: (url: string, code: string, minutes: number) =>
    `On any device, open ${url} and type the code ${code}. It is good for ${minutes} min.`,
  signedInAs: (name: string, erp: string, issuer: string) => `${name} is signed in at ${erp} (by ${issuer}).`,
  tokenUntil: (time: string) => `The present token is good until ${time}; Doca renews it by itself.`,
  nobodySignedIn: (erp: string) => `Nobody is signed in at ${erp} on this computer. To sign in: login.`,
  signedOut: (erp: string) => `You are signed out of ${erp}.`,
  secretKept: (clientId: string, issuer: string) => `The secret of ${clientId} at ${issuer} is in the keychain.`,
  secretRemoved: (clientId: string, issuer: string) => `The secret of ${clientId} at ${issuer} is out of the keychain.`,
  floorPasswordKept: (address: string) => `The password of ${address} is in the keychain.`,
  floorPasswordRemoved: (address: string) => `The password of ${address} is out of the keychain.`,
};

function writeSeconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
