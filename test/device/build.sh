#!/bin/sh
# Builds debuggee.apk from the app beside this file and the Java program of the debugger's tests.
# Needs a JDK 17 and an Android SDK (ANDROID_HOME) with build-tools 34 or newer and a platform 34 or newer.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$here/../fixtures/debuggee/java/shop/Shop.java
: "${ANDROID_HOME:?set ANDROID_HOME to the Android SDK}"
tools=$(ls -d "$ANDROID_HOME"/build-tools/* | sort -V | tail -n 1)
platform=$(ls -d "$ANDROID_HOME"/platforms/android-* | sort -V | tail -n 1)/android.jar
out=$here/build
rm -rf "$out"
mkdir -p "$out/classes"
javac -g --release 17 -cp "$platform" -d "$out/classes" "$program" "$here/app/debuggee/DebuggeeActivity.java"
# With debug information, as debug builds have; records need the desugaring of d8 before Android 14.
"$tools/d8" --debug --min-api 26 --lib "$platform" --output "$out" $(find "$out/classes" -name '*.class')
"$tools/aapt2" link -o "$out/bare.apk" -I "$platform" --manifest "$here/app/AndroidManifest.xml"
(cd "$out" && jar uf bare.apk classes.dex)
"$tools/zipalign" -f 4 "$out/bare.apk" "$out/debuggee.apk"
key=$out/debug.keystore
keytool -genkeypair -keystore "$key" -storepass android -alias debug -keyalg RSA -validity 10000 -dname CN=Debug
"$tools/apksigner" sign --ks "$key" --ks-pass pass:android "$out/debuggee.apk"
echo "$out/debuggee.apk"
