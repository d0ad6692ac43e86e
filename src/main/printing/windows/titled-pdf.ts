/** The PDF under this title: what prints it names its spool job so, and the job is found again by that name. */
export async function setPdfTitle(pdf: Uint8Array, title: string): Promise<Uint8Array> {
  // Loaded when something is printed: only Windows needs it.
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.setTitle(title, { showInWindowTitleBar: true });
  return document.save({ updateFieldAppearances: false });
}
