; What Doca's setup does beside electron-builder's: it refuses, before it changes anything, where going on would leave a
; workstation worse than it was, and it never ends a Doca that is at work. docs/it-guide.md lists the exit codes; they are
; those of Windows Installer, which IT's tools know.

!include FileFunc.nsh
!include LogicLib.nsh
!include WordFunc.nsh
!include x64.nsh

; ERROR_INSTALL_PLATFORM_UNSUPPORTED
!define refusedProcessor 1633
; ERROR_PRODUCT_VERSION
!define refusedOlder 1638
; ERROR_INSTALL_ALREADY_RUNNING: Intune tries again later.
!define refusedInUse 1618
; ERROR_DISK_FULL
!define refusedDisk 112

!ifdef APP_ARM64_UNPACKED_SIZE
  !define unpackedKb ${APP_ARM64_UNPACKED_SIZE}
!else ifdef APP_64_UNPACKED_SIZE
  !define unpackedKb ${APP_64_UNPACKED_SIZE}
!endif

!macro customHeader
  LangString inUse ${LANG_PORTUGUESEBR} "A Doca está aberta. Termine o que ela está fazendo, feche a Doca e tente de novo."
  LangString inUse ${LANG_ENGLISH} "Doca is open. Finish what it is doing, close Doca and try again."
  !ifndef BUILD_UNINSTALLER
    LangString notRemoved ${LANG_PORTUGUESEBR} "A Doca que estava instalada não pôde ser removida. Reinicie o computador e execute este instalador de novo. Seus dados não foram tocados."
    LangString notRemoved ${LANG_ENGLISH} "The Doca that was installed could not be removed. Restart the computer and run this setup again. Your data was not touched."
    LangString wrongProcessor ${LANG_PORTUGUESEBR} "Este instalador é para outro processador. Use o instalador com o nome ${otherSetup}. Nada foi alterado."
    LangString wrongProcessor ${LANG_ENGLISH} "This setup is for another processor. Use the setup whose name says ${otherSetup}. Nothing was changed."
    LangString newerInstalled ${LANG_PORTUGUESEBR} "Este computador tem uma Doca mais nova ($R8) que a deste instalador (${VERSION})."
    LangString newerInstalled ${LANG_ENGLISH} "This computer has a newer Doca ($R8) than this setup (${VERSION})."
    LangString installOlder ${LANG_PORTUGUESEBR} "Instalar a mais antiga no lugar dela?"
    LangString installOlder ${LANG_ENGLISH} "Install the older one in its place?"
    LangString diskFull ${LANG_PORTUGUESEBR} "Falta espaço livre para $R5: são precisos $R6 MB. Libere espaço e execute este instalador de novo. Nada foi alterado."
    LangString diskFull ${LANG_ENGLISH} "There is not enough free space for $R5: $R6 MB are needed. Make room and run this setup again. Nothing was changed."
    LangString notWhole ${LANG_PORTUGUESEBR} "A Doca não pôde ser gravada por inteiro: o disco ficou cheio ou não aceita mais dados. Libere espaço e execute este instalador de novo. Seus dados não foram tocados."
    LangString notWhole ${LANG_ENGLISH} "Doca could not be written as a whole: the disk is full or takes no more. Make room and run this setup again. Your data was not touched."
  !endif
!macroend

!ifdef APP_ARM64
  !define otherSetup "x64"
!else
  !define otherSetup "arm64"
!endif

; Ends with a sentence on the screen; a silent setup leaves it in a file of %TEMP%, beside its exit code.
!macro refuse CODE TEXT
  ${If} ${Silent}
    FileOpen $R9 "$TEMP\Doca-setup.log" w
    FileWriteUTF16LE /BOM $R9 "${TEXT}$\r$\n"
    FileClose $R9
  ${Else}
    MessageBox MB_OK|MB_ICONEXCLAMATION "${TEXT}"
  ${EndIf}
  SetErrorLevel ${CODE}
  Quit
!macroend

; Installing over a Doca for the other processor would remove it and bring nothing that starts.
!macro preInit
  !ifdef BUILD_UNINSTALLER
  !else ifdef APP_ARM64
    ${IfNot} ${IsNativeARM64}
      !insertmacro refuse ${refusedProcessor} "$(wrongProcessor)"
    ${EndIf}
  !else ifdef APP_64
    ${IfNot} ${RunningX64}
      !insertmacro refuse ${refusedProcessor} "$(wrongProcessor)"
    ${EndIf}
  !endif
!macroend

!macro customInit
  ; `--older`: IT goes back to a version before.
  ${StdUtils.TestParameter} $R9 "older"
  ${If} $R9 != "true"
    ; A setup for everybody takes the place of the user's own Doca as well, and on the screen that is chosen later.
    !insertmacro refuseOlder HKCU
    ${IfNot} ${Silent}
    ${OrIf} $installMode == "all"
      !insertmacro refuseOlder HKLM
    ${EndIf}
  ${EndIf}
  !insertmacro refuseFullDisk
!macroend

!macro refuseOlder ROOT
  ReadRegStr $R8 ${ROOT} "${UNINSTALL_REGISTRY_KEY}" DisplayVersion
  ${If} $R8 != ""
    ${VersionCompare} "$R8" "${VERSION}" $R9
    ${If} $R9 == 1
      ${If} ${Silent}
        !insertmacro refuse ${refusedOlder} "$(newerInstalled)"
      ${ElseIf} ${Cmd} `MessageBox MB_YESNO|MB_ICONEXCLAMATION|MB_DEFBUTTON2 "$(newerInstalled)$\r$\n$(installOlder)" IDNO`
        SetErrorLevel ${refusedOlder}
        Quit
      ${EndIf}
    ${EndIf}
  ${EndIf}
!macroend

; The old version is removed before the new one is unpacked, first into %TEMP% and from there to its place.
!macro refuseFullDisk
  !insertmacro refuseFullDiskOf $TEMP
  !insertmacro refuseFullDiskOf $INSTDIR
!macroend

!macro refuseFullDiskOf FOLDER
  StrCpy $R5 "${FOLDER}"
  IntOp $R6 ${unpackedKb} / 1024
  ; On the disk of both there are, for a moment, what is packed and what is unpacked twice.
  IntOp $R6 $R6 * 3
  IntOp $R6 $R6 + 50
  ; Of the folder, which may be a disk of its own without a letter.
  System::Call 'kernel32::GetDiskFreeSpaceExW(w R5, *l .R7, p 0, p 0) i .R9'
  ${If} $R9 <> 0
    System::Int64Op $R7 / 1048576
    Pop $R7
    ${If} $R7 L< $R6
      !insertmacro refuse ${refusedDisk} "$(diskFull)"
    ${EndIf}
  ${EndIf}
!macroend

; A disk that filled up meanwhile is not told by what unpacks. The next setup finds this one and takes its place.
!macro customInstall
  ${GetSize} "$INSTDIR" "/S=0K" $R5 $R6 $R7
  ${If} $R5 < ${unpackedKb}
    !insertmacro refuse ${refusedDisk} "$(notWhole)"
  ${EndIf}
!macroend

; In place of electron-builder's, which asks PowerShell for it and ends Doca by force: a print or a conclusion may be under
; way. It is asked to close, as by the cross of its window; the update's own Doca is on its way out already.
!macro customCheckAppRunning
  !insertmacro waitUntilClosed "$INSTDIR"
  !ifndef BUILD_UNINSTALLER
    ; For everybody: the user's own goes as well.
    ReadRegStr $R6 HKCU "${INSTALL_REGISTRY_KEY}" InstallLocation
    ${If} $installMode == "all"
    ${AndIf} $R6 != ""
      !insertmacro waitUntilClosed "$R6"
    ${EndIf}
  !endif
!macroend

!macro waitUntilClosed FOLDER
  StrCpy $R7 0
  ${Do}
    ; A file that runs cannot be opened for writing: ERROR_SHARING_VIOLATION.
    System::Call 'kernel32::CreateFileW(w "${FOLDER}\${APP_EXECUTABLE_FILENAME}", i 0x40000000, i 7, p 0, i 3, i 0, p 0) p .R8 ?e'
    Pop $R9
    ${If} $R8 P<> -1
      System::Call 'kernel32::CloseHandle(p R8)'
    ${EndIf}
    ${If} $R9 <> 32
      ${Break}
    ${EndIf}
    ${If} $R7 = 0
    ${AndIfNot} ${isUpdated}
      nsExec::Exec `"$SYSDIR\taskkill.exe" /IM "${APP_EXECUTABLE_FILENAME}"`
      Pop $R9
    ${EndIf}
    IntOp $R7 $R7 + 1
    ${If} $R7 > 60
      ${If} ${Silent}
        !insertmacro refuse ${refusedInUse} "$(inUse)"
      ${ElseIf} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(inUse)" IDRETRY`
        StrCpy $R7 0
      ${Else}
        SetErrorLevel ${refusedInUse}
        Quit
      ${EndIf}
    ${EndIf}
    Sleep 500
  ${Loop}
!macroend

; The old one's own uninstaller did not come to its end: what it says is its code.
!macro customUnInstallCheck
  ${If} ${Errors}
    DetailPrint "$(notRemoved)"
  ${ElseIf} $R0 <> 0
    !insertmacro refuse $R0 "$(notRemoved)"
  ${EndIf}
!macroend
!macro customUnInstallCheckCurrentUser
  !insertmacro customUnInstallCheck
!macroend

; What the updater downloaded and did not use. The packer's data stays.
!macro customUnInstall
  ${IfNot} ${isUpdated}
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\doca-updater"
    ${If} $installMode == "all"
      SetShellVarContext all
    ${EndIf}
  ${EndIf}
!macroend
