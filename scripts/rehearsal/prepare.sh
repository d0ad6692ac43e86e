#!/bin/sh
# Inside the root: Electron's stand-in, and a certificate that signs code and that nobody but the rehearsal trusts.
set -eu
cd /rehearsal
mkdir -p electron/locales electron/resources
x86_64-w64-mingw32-windres /doca/scripts/rehearsal/stand-in/electron.rc -O coff -o electron.res
x86_64-w64-mingw32-gcc -Os -s -municode -mwindows /doca/scripts/rehearsal/stand-in/electron.c electron.res -o electron/electron.exe
for file in version LICENSE LICENSES.chromium.html locales/pt-BR.pak locales/en-US.pak locales/de.pak; do
  echo "$file of the stand-in" > "electron/$file"
done
openssl req -x509 -newkey rsa:2048 -sha256 -nodes -days 2 -subj "/CN=$1" -keyout key.pem -out certificate.pem \
  -addext extendedKeyUsage=codeSigning -addext keyUsage=digitalSignature
openssl pkcs12 -export -inkey key.pem -in certificate.pem -passout "pass:$2" -out certificate.pfx
openssl req -x509 -newkey rsa:2048 -sha256 -nodes -days 2 -subj /CN=127.0.0.1 -keyout feed-key.pem -out feed.pem \
  -addext subjectAltName=IP:127.0.0.1
rm electron.res key.pem
