import Contract

/// The routes around an account, as values: ways in, sessions, profile, devices, notifications, what a person may know
/// and have done about their data. Each group has a file of its own.
public enum AccountAPI {}
