// Generated from the resource catalogue by tools/generate. Do not edit.

/** The version of the package, which every request names. */
export const VERSION = '0.1.0';
