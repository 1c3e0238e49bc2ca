/** An action of `metaData` that is expected to be possible now. */
export function possible<A>(action: A | undefined): A {
  if (action === undefined) throw new Error('that is not possible now');
  return action;
}
