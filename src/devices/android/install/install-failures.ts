/**
 * What the package manager's failure codes mean and what helps. Data; the codes are those of AOSP's PackageManager.
 * Source: [A9].
 */

export interface InstallFailure {
  readonly meaning: string;
  readonly fix: string;
}

/** Without their prefix `INSTALL_`. */
export const installFailures: Readonly<Record<string, InstallFailure>> = {
  FAILED_ALREADY_EXISTS: entry(
    'This package is already installed.',
    'Install it as an update, or uninstall the old one.',
  ),
  FAILED_INVALID_APK: entry(
    'The APK is damaged or incomplete.',
    'Build it again; with splits, pass the base APK too.',
  ),
  FAILED_INVALID_URI: entry('The device could not read the file.', 'Install again.'),
  FAILED_INSUFFICIENT_STORAGE: entry(
    'The device has not enough free space.',
    'Free space: uninstall apps, or wipe the data of the emulator.',
  ),
  FAILED_DUPLICATE_PACKAGE: entry(
    'Another package has this name.',
    'Uninstall the other one, or change applicationId.',
  ),
  FAILED_NO_SHARED_USER: entry(
    'The shared user that it requests does not exist.',
    'Remove sharedUserId from the manifest.',
  ),
  FAILED_UPDATE_INCOMPATIBLE: entry(
    'The installed app was signed with another key.',
    'Uninstall the installed app with uninstall_app (its data is lost), or sign with the same key.',
  ),
  FAILED_SHARED_USER_INCOMPATIBLE: entry(
    'Its shared user belongs to another signature.',
    'Remove sharedUserId, or sign with the same key.',
  ),
  FAILED_MISSING_SHARED_LIBRARY: entry(
    'The device lacks a library that the manifest requires.',
    'Use a device that has it, or make uses-library optional (android:required="false").',
  ),
  FAILED_REPLACE_COULDNT_DELETE: entry(
    'The old package could not be removed.',
    'Restart the device, or uninstall the app.',
  ),
  FAILED_DEXOPT: entry('The code could not be optimised.', 'Free space on the device; then install again.'),
  FAILED_OLDER_SDK: entry(
    'The device runs an older Android than minSdk requires.',
    'Use a newer device, or lower minSdk.',
  ),
  FAILED_CONFLICTING_PROVIDER: entry(
    'Another app already has a provider of this authority.',
    'Uninstall that app, or build the authority from applicationId.',
  ),
  FAILED_NEWER_SDK: entry(
    'The device runs a newer Android than maxSdkVersion allows.',
    'Remove maxSdkVersion.',
  ),
  FAILED_TEST_ONLY: entry(
    'It is a test-only APK.',
    'Install again; this server allows test-only APKs. Or build without android:testOnly.',
  ),
  FAILED_CPU_ABI_INCOMPATIBLE: entry(
    'Its native code is for another processor.',
    'Build for the ABI of the device (abiFilters).',
  ),
  FAILED_NO_MATCHING_ABIS: entry(
    'Its native code is for another processor.',
    'Build for the ABI of the device (abiFilters), or use a device with that processor.',
  ),
  FAILED_MISSING_FEATURE: entry(
    'The device lacks a feature that the manifest requires.',
    'Make uses-feature optional, or use another device.',
  ),
  FAILED_CONTAINER_ERROR: entry(
    'The requested storage is not available.',
    'Free space, or remove installLocation from the manifest.',
  ),
  FAILED_INVALID_INSTALL_LOCATION: entry(
    'It may not be installed at the location it requests.',
    'Remove installLocation from the manifest.',
  ),
  FAILED_MEDIA_UNAVAILABLE: entry(
    'The requested storage is not available.',
    'Remove installLocation from the manifest.',
  ),
  FAILED_VERIFICATION_TIMEOUT: entry(
    'The verifier did not answer in time.',
    'Turn off "Verify apps over USB" in the developer options.',
  ),
  FAILED_VERIFICATION_FAILURE: entry(
    'The verifier refused it.',
    'Turn off "Verify apps over USB" in the developer options, or accept the prompt on the device.',
  ),
  FAILED_PACKAGE_CHANGED: entry(
    'The installed package is not the expected one.',
    'Uninstall the installed app, then install again.',
  ),
  FAILED_UID_CHANGED: entry(
    'Its data on the device belongs to another user id.',
    'Uninstall the app, then install again.',
  ),
  FAILED_VERSION_DOWNGRADE: entry(
    'A newer version is installed.',
    'Raise versionCode, or uninstall the installed app with uninstall_app (its data is lost).',
  ),
  FAILED_PERMISSION_MODEL_DOWNGRADE: entry(
    'Its targetSdk is below that of the installed version.',
    'Raise targetSdk, or uninstall the installed app (its data is lost).',
  ),
  FAILED_SANDBOX_VERSION_DOWNGRADE: entry(
    'Its sandbox version is below that of the installed one.',
    'Uninstall the installed app (its data is lost).',
  ),
  FAILED_MISSING_SPLIT: entry(
    'A required split is missing.',
    'Pass all APKs of the set in one folder, or build a universal APK.',
  ),
  FAILED_DEPRECATED_SDK_VERSION: entry('Its targetSdk is too low for this Android.', 'Raise targetSdk.'),
  FAILED_BAD_SIGNATURE: entry('The signature does not match the content.', 'Build and sign it again.'),
  FAILED_WRONG_INSTALLED_VERSION: entry(
    'The installed version is not the expected one.',
    'Uninstall the installed app, then install again.',
  ),
  FAILED_PROCESS_NOT_DEFINED: entry(
    'The manifest names a process that it does not define.',
    'Correct android:process.',
  ),
  FAILED_SESSION_INVALID: entry('The device abandoned the install session.', 'Install again.'),
  FAILED_SHARED_LIBRARY_BAD_CERTIFICATE_DIGEST: entry(
    'A shared library has another certificate.',
    'Install the right library first.',
  ),
  FAILED_MULTI_ARCH_NOT_MATCH_ALL_NATIVE_ABIS: entry(
    'It lacks native code for an ABI of the device.',
    'Build for all ABIs of the device.',
  ),
  FAILED_USER_RESTRICTED: entry(
    'The user, the vendor or a policy does not allow installing.',
    'Accept the prompt on the device; on Xiaomi turn on "Install via USB" in the developer options.',
  ),
  FAILED_DUPLICATE_PERMISSION: entry(
    'Another app already defines this permission.',
    'Uninstall that app, or rename the permission.',
  ),
  FAILED_DUPLICATE_PERMISSION_GROUP: entry(
    'Another app already defines this permission group.',
    'Uninstall that app, or rename the group.',
  ),
  FAILED_BAD_PERMISSION_GROUP: entry(
    'A permission names a group that does not exist.',
    'Correct the permission group in the manifest.',
  ),
  FAILED_BAD_DEX_METADATA: entry('Its dex metadata is damaged.', 'Build it anew.'),
  FAILED_FILTERED_APEX: entry('The device does not accept this module.', 'Use another device.'),
  FAILED_AUTOMATIC_PERMISSION: entry(
    'It defines a permission that only the system may.',
    'Remove that permission.',
  ),
  FAILED_ABORTED: entry(
    'The installation was aborted.',
    'Install again; accept a prompt on the device if there is one.',
  ),
  FAILED_INSTANT_APP_INVALID: entry('It is not a valid instant app.', 'Install the full app.'),
  FAILED_INTERNAL_ERROR: entry(
    'The package manager failed.',
    'Free space, restart the device, then install again; get_logs with tag PackageManager may have details.',
  ),
  FAILED_HYPEROS_ISOLATION_VIOLATION: entry(
    'The vendor system isolates this app from others.',
    'Install it in the user space that the vendor allows.',
  ),
  PARSE_FAILED_NOT_APK: entry(
    'The file is not an APK.',
    'Pass the built APK; an AAB has to be converted to APKs first.',
  ),
  PARSE_FAILED_BAD_MANIFEST: entry(
    'The manifest cannot be read.',
    'Correct AndroidManifest.xml and build again.',
  ),
  PARSE_FAILED_UNEXPECTED_EXCEPTION: entry(
    'The package manager failed while parsing it.',
    'Build it again; get_logs may have details.',
  ),
  PARSE_FAILED_NO_CERTIFICATES: entry(
    'It is not signed, or not with a scheme that this Android accepts.',
    'Sign it: build the debug variant, or set a signingConfig.',
  ),
  PARSE_FAILED_INCONSISTENT_CERTIFICATES: entry(
    'Its files are signed with different keys.',
    'Uninstall the installed app, or sign all splits with one key.',
  ),
  PARSE_FAILED_CERTIFICATE_ENCODING: entry('A certificate cannot be read.', 'Sign it anew.'),
  PARSE_FAILED_BAD_PACKAGE_NAME: entry(
    'The package name is missing or not allowed.',
    'Correct applicationId.',
  ),
  PARSE_FAILED_BAD_SHARED_USER_ID: entry(
    'The shared user id is not allowed.',
    'Correct or remove sharedUserId.',
  ),
  PARSE_FAILED_MANIFEST_MALFORMED: entry(
    'The manifest has an error.',
    'Correct what the reason names (often a missing android:exported).',
  ),
  PARSE_FAILED_MANIFEST_EMPTY: entry('The manifest has nothing to install.', 'Add an application element.'),
  PARSE_FAILED_RESOURCES_ARSC_COMPRESSED: entry(
    'Its resource table is compressed, which targetSdk 30 and newer forbids.',
    'Align it with zipalign, resources.arsc uncompressed.',
  ),
  PARSE_FAILED_SKIPPED: entry('It was skipped while being parsed.', 'Build it anew.'),
};

const unknown = entry(
  'The device refused it with a vendor-specific code.',
  'Read the reason; get_logs with tag PackageManager may have details.',
);

/** For a code such as `INSTALL_FAILED_TEST_ONLY` [A9]. */
export function installFailure(code: string): InstallFailure {
  return installFailures[code.replace(/^INSTALL_/, '')] ?? unknown;
}

function entry(meaning: string, fix: string): InstallFailure {
  return { meaning, fix };
}
