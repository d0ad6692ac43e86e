/*
 * Takes Electron's place in the rehearsal of the installers: it writes down how it was started, and stays until its window
 * is closed, which it refuses while there is a file that calls it busy.
 */
#include <stdio.h>
#include <wchar.h>
#include <windows.h>

/* The place of the fuses in Electron's program; version 1, nine fuses, as Electron 45 is delivered. */
__attribute__((used)) static const char fuses[] = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\001\011101100011";

static void place(const wchar_t *name, wchar_t *path) {
  wchar_t wanted[MAX_PATH];
  swprintf(wanted, MAX_PATH, L"%%LOCALAPPDATA%%\\%ls", name);
  ExpandEnvironmentStringsW(wanted, path, MAX_PATH);
}

static LRESULT CALLBACK hear(HWND window, UINT message, WPARAM first, LPARAM second) {
  wchar_t busy[MAX_PATH];
  place(L"doca-stand-in-busy.txt", busy);
  if (message == WM_CLOSE && GetFileAttributesW(busy) != INVALID_FILE_ATTRIBUTES) return 0;
  if (message == WM_DESTROY) PostQuitMessage(fuses[0] == 0);
  return DefWindowProcW(window, message, first, second);
}

int WINAPI wWinMain(HINSTANCE instance, HINSTANCE before, PWSTR line, int show) {
  wchar_t told[MAX_PATH];
  place(L"doca-stand-in.txt", told);
  FILE *file = _wfopen(told, L"w");
  if (file == NULL) return 1;
  fwprintf(file, L"%ls\n", GetCommandLineW());
  fclose(file);

  WNDCLASSW kind = {.lpfnWndProc = hear, .hInstance = instance, .lpszClassName = L"doca-stand-in"};
  RegisterClassW(&kind);
  HWND window = CreateWindowW(kind.lpszClassName, L"Doca", WS_OVERLAPPEDWINDOW | WS_VISIBLE, 0, 0, 300, 200, NULL, NULL, instance, NULL);
  if (window == NULL) return 1;
  MSG message;
  while (GetMessageW(&message, NULL, 0, 0) > 0) DispatchMessageW(&message);
  return (int)message.wParam;
}
