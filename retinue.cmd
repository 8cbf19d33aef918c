@echo off
rem Starts Retinue on Windows: finds a JDK 25, builds first where this is a clone that was never
rem built, and runs it. "retinue build" builds anew. The other launcher, retinue, says why. This one
rem does not notice a jar that was changed by hand: "retinue warm" makes the caches anew.
setlocal
set "home=%~dp0"
set "home=%home:~0,-1%"
set "dist=%home%"
set "jdk="
if exist "%home%\pom.xml" (
  set "build=none"
  if exist "%home%\build\current" set /p build=<"%home%\build\current"
)
if exist "%home%\pom.xml" set "dist=%home%\build\%build%"

if exist "%dist%\runtime\bin\java.exe" call :consider "%dist%\runtime"
if defined JAVA_HOME call :consider "%JAVA_HOME%"
for %%j in (java.exe) do if not "%%~$PATH:j"=="" call :consider "%%~dp$PATH:j.."
for /d %%d in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\*" "%ProgramFiles%\Zulu\*" "%ProgramFiles%\Amazon Corretto\*" "%USERPROFILE%\.jdks\*" "%USERPROFILE%\scoop\apps\*") do call :consider "%%~d"
if not defined jdk (
  echo retinue: no JDK 25 was found. Install one ^(winget install EclipseAdoptium.Temurin.25.JDK^) or set JAVA_HOME.>&2
  exit /b 1
)

if not exist "%home%\pom.xml" goto start
if "%~1"=="build" goto build
if exist "%dist%\lib\retinue.jar" goto start
"%jdk%\bin\java" "%home%\tools\Build.java" "%home%" none first 1>&2 <nul
if errorlevel 1 exit /b 1
set /p build=<"%home%\build\current"
set "dist=%home%\build\%build%"
goto start

:build
"%jdk%\bin\java" "%home%\tools\Build.java" "%home%" none asked %2 %3 %4 1>&2
exit /b %errorlevel%

rem The number of the build and the identity of the JDK name the cache.
:start
if "%~1"=="exec" if exist "%~2" goto agent
set /p build=<"%dist%\build.id"
set "jdk_id=unknown"
for /f "usebackq tokens=1,* delims==" %%k in ("%jdk%\release") do if "%%k"=="JAVA_RUNTIME_VERSION" set "jdk_id=%%~l"
set "entry=command"
if "%~1"=="mcp" set "entry=front"
if "%~1"=="serve" set "entry=daemon"
if "%~1"=="agentapi" set "entry=daemon"
set "cache=%dist%\cache\%entry%-%build%-%jdk_id%.aot"
set "aot="
if exist "%cache%" set aot="-XX:AOTCache=%cache%"
"%jdk%\bin\java" "@%dist%\%entry%.jvm" %aot% "-Dretinue.home=%dist%" "-Dretinue.stamp=%build%-%jdk_id%" -cp "%dist%\lib\retinue.jar" dev.retinue.Main %*
exit /b %errorlevel%

rem Compiles the file at every start; the other launcher keeps what it made.
:agent
set "arguments="
:argument
shift
if "%~1"=="" goto run
set arguments=%arguments% %1
goto argument
:run
"%jdk%\bin\java" "@%dist%\agent.jvm" -cp "%dist%\lib\retinue-sdk.jar" %arguments%
exit /b %errorlevel%

:consider
if defined jdk exit /b
if not exist "%~1\bin\java.exe" exit /b
if not exist "%~1\release" exit /b
set "version="
for /f "usebackq tokens=1,* delims==" %%k in ("%~1\release") do if "%%k"=="JAVA_VERSION" set "version=%%~l"
if "%version:~0,2%"=="25" set "jdk=%~1"
exit /b
