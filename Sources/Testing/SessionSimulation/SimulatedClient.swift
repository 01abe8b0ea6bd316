import Contract
import Domain
import Session

/// A tab of a browser, or a process of a program: one machine, and the shell around it.
struct SimulatedClient {
  /// An exchange that changes the session: it waits for its turn on the device.
  struct Turn {
    var id: String
    /// Set for a renewal.
    var generation: Int?
    var endpoint: Endpoint
    var token: String?
  }

  /// The last answer that another tab told of, and how long its token still counted when it came.
  struct Latest {
    var answer: SessionAnswer
    var left: Int64
    var came: DeviceClocks
  }

  let device: Int
  /// Counts starts: what was meant for an earlier one meets nobody.
  var life = 0
  var isRunning = false
  var machine: SessionMachine
  var isPausing = false
  /// What the machine believes.
  var session: String?
  var access: String?
  /// How often each call was sent.
  var calls: [String: Int] = [:]
  var lastCall = 0
  var wants: [Turn] = []
  var latest: Latest?
  /// The session that it last said goodbye to.
  var farewell: String?
  /// What this process last wrote down, or read.
  var kept: KeptToken?
  var person: ID<Person>?

  init(device: Int, renewal: SessionMachine.Renewal) {
    self.device = device
    machine = SessionMachine(renewal: renewal)
  }
}

/// What a device takes for the time, in milliseconds.
struct DeviceClocks {
  /// People and networks set it.
  var wall: Int64
  /// It goes on evenly, and stands still while the device sleeps.
  var steady: Int64
}

/// What the tabs of one browser, or the processes of one folder, share.
struct SimulatedDevice {
  let isBrowser: Bool
  /// Who has the lock: a client and its life.
  var holder: (client: Int, life: Int)?
  var isOffline = false
  /// How wrong the device's clock is.
  var skew: Int64 = 0
  /// How long it has slept.
  var slept: Int64 = 0
  // A browser: the cookie that no script sees, and two notes.
  var cookie: String?
  var member: ID<Person>?
  var isLeaving = false
  // A folder.
  var file: KeptToken?
  var fileOwner: ID<Person>?
  /// Sessions of processes in whose place another one has signed in.
  var replaced: Set<String> = []
  // What people have wished here.
  var left: Set<String> = []
  var people: Set<String> = []
}

/// On its way to the server.
struct SimulatedRequest {
  var client: Int
  var life: Int
  var id: String
  var generation: Int?
  var endpoint: Endpoint
  /// The access token, or what the renewal is asked with.
  var token: String?
  var sentAt: Int64
  var began: DeviceClocks
}

struct SimulatedReply {
  var client: Int
  var life: Int
  var id: String
  var generation: Int?
  var outcome: SessionMachine.Outcome
  /// A browser's cookie from then on; nil clears it.
  var cookie: String??
  var began: DeviceClocks
  /// The server's time when it answered; nil where nobody was asked.
  var date: Int64?
}
