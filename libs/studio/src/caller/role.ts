/** §2.10: what an app may do, chosen by the app and shown to people before they grant access. */
export type RoleName = 'SuperUser' | 'BookKeeping' | 'Sales' | 'ProjectEmployee';

/** D12: SuperUser is 2 in every product of the family; the others are ours. */
export const ROLES: readonly { readonly roleNumber: number; readonly name: RoleName }[] = [
  { roleNumber: 1, name: 'Sales' },
  { roleNumber: 2, name: 'SuperUser' },
  { roleNumber: 3, name: 'BookKeeping' },
  { roleNumber: 4, name: 'ProjectEmployee' },
];

/** The role with this name, in any case. */
export function roleNamed(name: string): RoleName | undefined {
  return ROLES.find((role) => role.name.toLowerCase() === name.toLowerCase())?.name;
}

/** Whether roles reach all that others do: a SuperUser reaches everything (D13). */
export function covers(roles: readonly RoleName[], others: readonly RoleName[]): boolean {
  return roles.includes('SuperUser') || others.every((role) => roles.includes(role));
}
