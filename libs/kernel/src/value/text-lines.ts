/** The lines of a text, whatever ends them: CR and LF together end one line. */
export function linesIn(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}
