import type { HelpArguments } from './arguments.ts';

const general = `Doca: the dispatch desk of a warehouse, without its window.

Usage:
  npm run demo -- [options]             the main job, on training data
  npm run dispatch -- <id> [options]    the main job, on a real ERP
  npm run sandbox -- [options]          a training ERP to try things on

  <command> --help    the options of one command
  --version           this version

Exit codes: 0 done, 2 usage, 3 not authorised, 4 labels missing or grouping changed,
5 ERP, network, disk or printer failure, 6 nobody knows whether the grouping was concluded,
7 a label is another shipment's.
`;

const demo = `npm run demo -- [options]

Starts a training ERP, puts its token into the credential store, loads a grouping, gets every
label, merges them into one PDF in the order of the list, and concludes the grouping.

  --shipments N       shipments in the grouping (24)
  --out DIR           where the PDF goes (demo-output)
  --latency MS        make the training ERP this slow
  --rate-limit N      make it allow only N requests a minute
  --formats LIST      label formats, some of pdf,png,zpl,zip (all)
  --fail N            break N of the labels
  --json              end with one line of JSON
`;

const dispatch = `npm run dispatch -- <grouping id> --base-url URL [options]

Gets every label of the grouping, writes them as one PDF in the order of the list, and
concludes the grouping. Run again after a failure, it goes on where it stopped.

  --base-url URL      the ERP's API, ending in its version, like https://…/public-api/v3
  --token-env NAME    take the token from this environment variable
  --token-stdin       take the token from standard input; the next line when it has run out
                      (without either: from the system's keychain, where the desktop put it)
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
  --accept-missing    conclude although labels are missing
  --accept-changes    conclude although shipments came or went since the labels were printed
  --accept-fewer      conclude although shipments have fewer labels than volumes
  --accept-other      print labels that show another shipment's tracking code: you looked at them
  --accept-cancelled  conclude although orders or invoices were cancelled, without their labels
  --print-cancelled   the same, and print their labels too
  --no-read           do not read the codes on labels, where your IT has not decided about that
  --conclusion-was X  say what you saw in the ERP, done or not-done: after exit code 6, or against what
                      Doca believes
  --print-was X       after a print that nobody knows the end of: say whether the labels in doubt
                      are on paper, done or not-done, or which places are, like 1-20,23
  --print-job X       where the spool job of such a print is in the printer's queue still: wait for
                      it, or withdraw it
  --json              end with one line of JSON

HTTPS_PROXY, HTTP_PROXY and NO_PROXY are honoured, a user and password in them too. Certificates
are those of the system, and of NODE_EXTRA_CA_CERTS.
`;

const sandbox = `npm run sandbox -- [options]

Starts a training ERP on this computer and keeps it running until Ctrl+C.

  --port P            port (8484)
  --shipments N       shipments in the first grouping (24)
  --token T           the token it accepts
  --latency MS        answer this slowly
  --rate-limit N      allow only N requests a minute
  --formats LIST      label formats, some of pdf,png,zpl,zip (all)
  --fail N            break N of the labels
  --label-less N      N shipments whose shipping method has no labels
  --labels-after-conclusion
                      give labels only once the grouping is concluded
`;

export function writeHelp(about: HelpArguments['about']): string {
  switch (about) {
    case 'demo':
      return demo;
    case 'dispatch':
      return dispatch;
    case 'sandbox':
      return sandbox;
    case null:
      return general;
  }
}
