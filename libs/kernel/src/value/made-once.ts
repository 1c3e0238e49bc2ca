/**
 * A function that makes something of a declaration, or of what else lasts, once of each: it is remembered as
 * long as what it is made of is there.
 */
export function madeOnce<Of extends object, Made extends NonNullable<unknown>>(
  make: (of: Of) => Made,
): (of: Of) => Made {
  const known = new WeakMap<Of, Made>();
  return (of) => {
    let made = known.get(of);
    if (made === undefined) known.set(of, (made = make(of)));
    return made;
  };
}
