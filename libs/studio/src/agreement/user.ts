/** A person who works with an agreement. The password is kept as a scrypt hash only. */
export type User = {
  /** Unique in the whole service, compared without regard to case. */
  readonly userName: string;
  readonly agreementNumber: number;
  readonly name: string;
  readonly email: string;
};

export type UserRepository = {
  /** Stores a new person; false when the user name is taken. */
  create(user: User, passwordHash: string): Promise<boolean>;
  find(userName: string): Promise<(User & { readonly passwordHash: string }) | undefined>;
};
