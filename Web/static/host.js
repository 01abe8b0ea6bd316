console.log("host");
