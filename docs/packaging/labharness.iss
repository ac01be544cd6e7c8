; Installer for Windows, made by Inno Setup 6 from the folder dist\labharness; windows.ps1 calls it.
;
; UNTRIED: no release was built with it yet. The installer is not signed.

#ifndef Version
  #error Name the version: ISCC /DVersion=0.2.0 labharness.iss
#endif

[Setup]
AppId={{6F1B3A52-6C0E-4F0B-9C35-4A7D3F0B4614}
AppName=labharness
AppVersion={#Version}
AppPublisher=The labharness maintainers
DefaultDirName={autopf}\labharness
DefaultGroupName=labharness
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
SetupIconFile=..\..\labharness\gui\desktop\labharness.ico
UninstallDisplayIcon={app}\labharness-gui.exe
OutputDir=..\..\dist
OutputBaseFilename=labharness-{#Version}-setup
Compression=lzma2
SolidCompression=yes
ChangesEnvironment=yes

[Tasks]
Name: "path"; Description: "Add the command labharness to the path"

[InstallDelete]
; What an older version left must not be found by the rooms, commands and checks of this one.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\..\dist\labharness\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\labharness"; Filename: "{app}\labharness-gui.exe"; AppUserModelID: "labharness"
Name: "{group}\Remove labharness"; Filename: "{uninstallexe}"

[Registry]
; Links that begin with labharness: open the window.
Root: HKA; Subkey: "Software\Classes\labharness"; ValueType: string; ValueData: "URL:labharness"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\labharness"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\labharness\DefaultIcon"; ValueType: string; ValueData: "{app}\labharness-gui.exe,0"
Root: HKA; Subkey: "Software\Classes\labharness\shell\open\command"; ValueType: string; ValueData: """{app}\labharness-gui.exe"" ""%1"""
Root: HKA; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Tasks: path; Check: NotOnPath

[Run]
Filename: "{app}\labharness-gui.exe"; Description: "Open labharness"; Flags: nowait postinstall skipifsilent

[Code]
function NotOnPath: Boolean;
var
  Before: string;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Before) then
    Before := '';
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(Before) + ';') = 0;
end;
