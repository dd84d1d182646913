@echo off
setlocal
rem Plywire's command line: run by the app's own Electron, which acts as Node.
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\Plywire.exe" "%~dp0..\resources\app.asar\dist\app\cli.cjs" %*
exit /b %errorlevel%
