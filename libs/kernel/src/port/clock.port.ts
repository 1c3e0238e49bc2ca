/** The present instant. Injected, so that tests decide what day it is. */
export type Clock = () => Date;
