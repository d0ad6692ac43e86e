/**
 * The PowerShell that Doca runs. Nothing is ever written into these texts: what they work on comes as JSON in an
 * environment variable, and what they find goes out as one line of JSON.
 */

export const inputVariable = 'DOCA_PRINT_INPUT';

const prologue = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
$in = $env:${inputVariable} | ConvertFrom-Json
`;

/** Input: {}. Names are compared, never matched: Get-Printer would take them as patterns. */
export const listScript = `${prologue}
Add-Type -AssemblyName System.Drawing
$default = (Get-CimInstance -ClassName Win32_Printer -Filter 'Default = TRUE' | Select-Object -First 1).Name
$printers = @(Get-Printer | ForEach-Object {
  $settings = New-Object System.Drawing.Printing.PrinterSettings
  $settings.PrinterName = $_.Name
  $papers = @()
  if ($settings.IsValid) {
    $papers = @($settings.PaperSizes | ForEach-Object { @{ name = $_.PaperName; width = $_.Width; height = $_.Height } })
  }
  @{ name = $_.Name; driver = $_.DriverName; location = $_.Location; status = [string]$_.PrinterStatus; papers = $papers }
})
@{ default = $default; printers = $printers } | ConvertTo-Json -Depth 5 -Compress
`;

/** Input: { printer }. */
export const stateScript = `${prologue}
$printer = Get-Printer | Where-Object { $_.Name -ceq $in.printer } | Select-Object -First 1
$jobs = @()
$state = $null
if ($printer) {
  $state = @{ status = [string]$printer.PrinterStatus; driver = $printer.DriverName }
  $jobs = @(Get-PrintJob -PrinterObject $printer | ForEach-Object {
    @{ id = $_.Id; title = $_.DocumentName; status = [string]$_.JobStatus; printed = $_.PagesPrinted; pages = $_.TotalPages }
  })
}
@{ printer = $state; jobs = $jobs } | ConvertTo-Json -Depth 4 -Compress
`;

/**
 * Input: { action: 'raw', printer, path, title, copies } or { action: 'retain' | 'delete', printer, jobId }. A retained
 * job stays in the queue when it has been printed, so that its end can be seen.
 */
export const spoolScript = `${prologue}
Add-Type -TypeDefinition @'
using System;
using System.ComponentModel;
using System.IO;
using System.Runtime.InteropServices;
public static class DocaSpool {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  struct DocInfo { public string Name; public string Output; public string DataType; }
  [DllImport("winspool.drv", EntryPoint = "OpenPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool OpenPrinter(string name, out IntPtr printer, IntPtr defaults);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool ClosePrinter(IntPtr printer);
  [DllImport("winspool.drv", EntryPoint = "StartDocPrinterW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern int StartDocPrinter(IntPtr printer, int level, ref DocInfo info);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool EndDocPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool AbortPrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool StartPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)] static extern bool EndPagePrinter(IntPtr printer);
  [DllImport("winspool.drv", SetLastError = true)]
  static extern bool WritePrinter(IntPtr printer, byte[] bytes, int count, out int written);
  [DllImport("winspool.drv", EntryPoint = "SetJobW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool SetJob(IntPtr printer, int job, int level, IntPtr info, int command);
  const int Delete = 5, Retain = 8;
  static void Check(bool done) { if (!done) throw new Win32Exception(Marshal.GetLastWin32Error()); }
  public static int Raw(string name, string path, string title, int copies) {
    byte[] bytes = File.ReadAllBytes(path);
    IntPtr printer;
    Check(OpenPrinter(name, out printer, IntPtr.Zero));
    try {
      DocInfo info = new DocInfo();
      info.Name = title;
      info.DataType = "RAW";
      int job = StartDocPrinter(printer, 1, ref info);
      Check(job > 0);
      try {
        SetJob(printer, job, 0, IntPtr.Zero, Retain);
        Check(StartPagePrinter(printer));
        for (int copy = 0; copy < copies; copy++) {
          int written;
          Check(WritePrinter(printer, bytes, bytes.Length, out written));
          if (written != bytes.Length) throw new IOException("short write");
        }
        Check(EndPagePrinter(printer));
        Check(EndDocPrinter(printer));
      } catch {
        AbortPrinter(printer);
        throw;
      }
      return job;
    } finally { ClosePrinter(printer); }
  }
  public static void Command(string name, int job, string action) {
    IntPtr printer;
    Check(OpenPrinter(name, out printer, IntPtr.Zero));
    try { Check(SetJob(printer, job, 0, IntPtr.Zero, action == "delete" ? Delete : Retain)); }
    finally { ClosePrinter(printer); }
  }
}
'@
try {
  if ($in.action -ceq 'raw') {
    $job = [DocaSpool]::Raw($in.printer, $in.path, $in.title, $in.copies)
    @{ jobId = $job; error = $null } | ConvertTo-Json -Compress
  } else {
    [DocaSpool]::Command($in.printer, $in.jobId, $in.action)
    @{ jobId = $in.jobId; error = $null } | ConvertTo-Json -Compress
  }
} catch {
  $cause = $_.Exception
  while ($cause.InnerException) { $cause = $cause.InnerException }
  @{ jobId = $null; error = $cause.Message } | ConvertTo-Json -Compress
}
`;
