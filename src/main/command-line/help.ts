import type { HelpArguments } from './arguments.ts';

type Help = Readonly<Record<'general' | NonNullable<HelpArguments['about']>, string>>;

const help: Help = {
  general: `Doca: the dispatch desk of a warehouse, without its window.

Usage:
  npm run demo -- [options]             the main job, on training data
  npm run dispatch -- <id> [options]    the main job, on a real ERP
  npm run sandbox -- [options]          a training ERP to try things on
  npm run login -- [options]            signs you in at an ERP, for dispatch and the desktop
  npm run logout -- [options]           signs you out
  npm run whoami -- [options]           says who is signed in
  npm run set-secret -- [options]       keeps what the sign-in service knows Doca by

  <command> --help    the options of one command
  --version           this version

Exit codes: 0 done, 2 usage, 3 not authorised, 4 labels missing or elsewhere, or grouping changed,
5 ERP, network, disk or printer failure, 6 nobody knows whether the grouping was concluded,
7 a label is another shipment's.
`,
  demo: `npm run demo -- [options]

Starts a training ERP, puts its token into the credential store, loads a grouping, gets every
label, merges them into one PDF in the order of the list, and concludes the grouping.

  --shipments N       shipments in the grouping (24)
  --out DIR           where the PDF goes (demo-output)
  --latency MS        make the training ERP this slow
  --rate-limit N      make it allow only N requests a minute
  --formats LIST      label formats, some of pdf,png,zpl,zip (all)
  --fail N            break N of the labels
  --kind K            a grouping of this kind, in the service's manners: own, correios, jadlog,
                      mercado-envios, shopee, amazon or mixed
  --contract-only     with that: the ERP's contract and no more
  --json              end with one line of JSON
`,
  dispatch: `npm run dispatch -- <number> --base-url URL [options]

Gets every label of the grouping of this number, or of this id, writes them as one PDF in
the order of the list, and concludes the grouping. Run again after a failure, it goes on
where it stopped.

  --base-url URL      the ERP's API, ending in its version, like https://…/public-api/v3
  --token-env NAME    take the token from this environment variable
  --token-stdin       take the token from standard input; the next line when it has run out
                      (without either: of whoever is signed in, see login, or else from the
                      system's keychain, where the desktop put it)
  --out DIR           where the PDF goes (the current folder)
  --data DIR          where the journal and the label files are kept
  --paper WxH         paper for labels without a size of their own, in mm (100x150)
  --patience S        seconds to wait for an ERP or a label host that fails everybody (30)
  --pages X           which pages of each label are printed: auto, all, or numbers like 1,3-4
  --whole-pages       do not cut A4 pages down to the label on them
  --printer NAME      print them on this printer of the system as well, each once
  --printer-language L  that printer speaks epl, tspl or cpcl: labels in it go to it as they came
  --no-conclude       stop before concluding
  --conclude-first    conclude, then get the labels, for ERPs that want it so
  --labels-anyway     after a refused conclusion: get the labels that come after it all the same
  --accept-missing    conclude although labels are missing
  --accept-changes    conclude although shipments came or went since the labels were printed
  --accept-fewer      conclude although shipments have fewer labels than volumes
  --accept-many       print labels with far more pages than volumes: you looked at them
  --accept-other      print labels that show another shipment's tracking code: you looked at them
  --accept-cancelled  conclude although orders or invoices were cancelled, without their labels
  --print-cancelled   the same, and print their labels too
  --print-unauthorised  print and conclude although invoices are not authorised yet
  --no-read           do not read the codes on labels, where your IT has not decided about that
  --conclusion-was X  say what you saw in the ERP, done or not-done: after exit code 6, or against
                      what Doca believes
  --print-was X       after a print that nobody knows the end of: say whether the labels in doubt
                      are on paper, done or not-done, or which places are, like 1-20,23
  --print-job X       where the spool job of such a print is in the printer's queue still: wait for
                      it, or withdraw it
  --floor-password-env NAME  where several stations share a server: its password is in this variable
                      (without: in the keychain, see set-secret)
  --alone             go on while that server does not answer: another station may print the same
  --take-over NAME    take over what that station has of the grouping, as when it has broken down;
                      what it may have printed is asked (exit code as after a print that broke)
  --station-gone NAME  after that server was put back from a backup: that station will not come and
                      tell what it knows; look at its paper first
  --json              end with one line of JSON

Where a policy or the desktop names the server that several stations share, this is one of them:
what another station has is left out and said (exit code 4).
HTTPS_PROXY, HTTP_PROXY and NO_PROXY are honoured, a user and password in them too. Certificates
are those of the system, and of NODE_EXTRA_CA_CERTS.
`,
  sandbox: `npm run sandbox -- [options]

Starts a training ERP on this computer and keeps it running until Ctrl+C.

  --port P            port (8484)
  --shipments N       shipments in the first grouping (24)
  --token T           the token it accepts
  --latency MS        answer this slowly
  --rate-limit N      allow only N requests a minute
  --formats LIST      label formats, some of pdf,png,zpl,zip (all)
  --fail N            break N of the labels
  --kind K            one grouping, of this kind: own, correios, jadlog, mercado-envios, shopee,
                      amazon or mixed
  --label-less N      N shipments whose shipping method has no labels
  --labels-after-conclusion
                      give labels only once the grouping is concluded
  --contract-only     only what the ERP's contract documents, nothing else of the service's
`,
  login: `npm run login -- [options]

Opens the sign-in service's page in the browser and waits until you are signed in. The session
goes into the system's keychain: dispatch and the desktop use it, and renew its tokens.

  --base-url URL      the ERP's API, ending in its version
  --issuer URL        the sign-in service's address (of Olist / Tiny it is known)
  --client-id ID      what the sign-in service knows Doca by
  --scopes LIST       what is asked for, blank separated (openid)
  --redirect URL      the address on this computer that is registered there for Doca
                      (what is not given: as IT or the desktop of this computer has it)
  --device            sign in on another device, with a code
  --no-browser        only say the address of the page
  --json              end with one line of JSON
`,
  logout: `npm run logout -- [options]

Ends the session at the sign-in service, as far as it can be reached, and takes it out of the
keychain in any case. The browser shows the service's own page to sign out.

  --base-url URL      the ERP's API (the one of this computer's desktop)
  --no-browser        do not open the service's page
  --json              end with one line of JSON
`,
  whoami: `npm run whoami -- [options]

Says who is signed in, where, and until when the present token is good. Exit code 3: nobody.

  --base-url URL      the ERP's API (the one of this computer's desktop)
  --json              end with one line of JSON, "signedIn" in it
`,
  'set-secret': `npm run set-secret -- [options] < file

Keeps the secret that the sign-in service knows Doca by, where it has one, in the system's
keychain. It is the first line of standard input, and never an argument: those are seen by every
program of the computer. The installed program does the same: Doca --set-secret [options] < file

  --issuer URL        the sign-in service's address
  --client-id ID      what it knows Doca by
                      (what is not given: as IT or the desktop of this computer has it)
  --floor             in its place, the password of the server that several stations share, whose
                      address IT or the desktop of this computer has
  --remove            forget the secret
  --json              end with one line of JSON
`,
};

export function writeHelp(about: HelpArguments['about']): string {
  return help[about ?? 'general'];
}
