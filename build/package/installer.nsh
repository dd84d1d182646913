; Offers Plywire for .sgf under "Open with". The packager's own way would make it the default, and most such files are games
; of Go, which belong to other programs.

!define PLYWIRE_CLASS "Software\Classes\Plywire.sgf"
!define PLYWIRE_EXTENSION "Software\Classes\.sgf"
!define PLYWIRE_OFFER "${PLYWIRE_EXTENSION}\OpenWithProgids"

; Has the shell read its associations again (SHCNE_ASSOCCHANGED, SHCNF_FLUSH).
!macro tellShell
  System::Call "shell32::SHChangeNotify(i,i,i,i) (0x08000000, 0x1000, 0, 0)"
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${PLYWIRE_CLASS}" "" "Games in the Smart Game Format"
  WriteRegStr SHELL_CONTEXT "${PLYWIRE_CLASS}\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "${PLYWIRE_CLASS}\shell\open\command" "" '"$appExe" "%1"'
  WriteRegNone SHELL_CONTEXT "${PLYWIRE_OFFER}" "Plywire.sgf"
  !insertmacro tellShell
!macroend

!macro customUnInstall
  DeleteRegValue SHELL_CONTEXT "${PLYWIRE_OFFER}" "Plywire.sgf"
  DeleteRegKey /ifempty SHELL_CONTEXT "${PLYWIRE_OFFER}"
  DeleteRegKey /ifempty SHELL_CONTEXT "${PLYWIRE_EXTENSION}"
  DeleteRegKey SHELL_CONTEXT "${PLYWIRE_CLASS}"
  !insertmacro tellShell
!macroend
