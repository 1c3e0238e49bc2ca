/** What makes each member of an object, out of what the object is over. */
export type Makers<Over, Made> = { readonly [Name in keyof Made]: (over: Over) => Made[Name] };

/**
 * Gives how to make objects whose members are made when they are first asked for, once each: every request
 * has services and ports of its own, and asks for one or two of their forty members. They stand on a
 * prototype, so a spread of such an object copies none of them.
 */
export function lazyMembers<Over, Made extends object>(makers: Makers<Over, Made>): (over: Over) => Made {
  const names = Object.keys(makers) as (keyof Made)[];
  class Members {
    readonly over: Over;
    readonly made: Made[keyof Made][] = [];

    constructor(over: Over) {
      this.over = over;
    }
  }
  for (const [index, name] of names.entries()) {
    const make = makers[name];
    Object.defineProperty(Members.prototype, name, {
      get(this: Members) {
        return (this.made[index] ??= make(this.over));
      },
    });
  }
  // The compiler does not see members that are defined by their names.
  return (over) => new Members(over) as unknown as Made;
}
